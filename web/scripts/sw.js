// Stores the page in the browser, so that it works without a network. scripts/offline.mjs inserts `FILES` at the top: a
// list of all files of the page with their hashes. A new build has another list. The service worker of the new build
// fetches only the files that have changed. It replaces the old one when the reader agrees, or when the reader has
// closed the page.

const BASE = new URL('./', self.location.href);
const CACHE = `quadrille ${BASE.pathname}`;
const key = (path) => new URL(`${path}?hash=${FILES[path]}`, BASE).href;

self.addEventListener('install', (event) => event.waitUntil(fill()));

async function fill() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  for (const path of Object.keys(FILES)) {
    if (kept.has(key(path))) continue;
    const response = await fetch(new URL(path, BASE), { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(key(path), response);
  }
}

self.addEventListener('activate', (event) => event.waitUntil(clear()));

async function clear() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map(key));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  await self.clients.claim();
}

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !url.href.startsWith(BASE.href)) return;
  const path = url.pathname.slice(BASE.pathname.length) || 'index.html';
  if (Object.hasOwn(FILES, path)) event.respondWith(answer(path, event.request));
});

async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(key(path))) ?? fetch(request);
}

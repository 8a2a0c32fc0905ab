// The service worker that keeps the page for times without a network, and the news that a new version is here.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { served } from '../service/service';

const waiting = signal<ServiceWorker | null>(null);

/// Looks after the service worker, once the page has nothing better to do. A server's own page needs none, nor does one
/// that is opened from a folder.
export function keepOffline(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE === 'single' || served) return;
  if (!('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) return;
  const begin = (): void => void register().catch(() => undefined);
  if (document.readyState === 'complete') setTimeout(begin, 1500);
  else addEventListener('load', () => setTimeout(begin, 1500));
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  const had = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // The first one only begins to keep the page; another one brings another page.
    if (had) location.reload();
  });
  const registration = await workers.register(new URL('sw.js', document.baseURI));
  const look = (): void => {
    waiting.value = registration.waiting !== null && workers.controller !== null ? registration.waiting : null;
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
}

/// Offers the new version.
export function UpdateNotice(): JSX.Element | null {
  const worker = waiting.value;
  if (worker === null) return null;
  return (
    <div class="fresh" role="status">
      <span>A new version of this page is here.</span>
      <button type="button" class="button" onClick={() => worker.postMessage('take over')}>
        Load it
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          waiting.value = null;
        }}
      >
        Later
      </button>
    </div>
  );
}

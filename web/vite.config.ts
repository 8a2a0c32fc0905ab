// How the page is built: relative addresses only, so that it works in any folder of any host.
import preact from '@preact/preset-vite';
import { createLogger, defineConfig, type Plugin } from 'vite';

/// What the built page may do: load from where it comes from, and nothing else. A server says the same, and that nobody
/// may frame the page, which a page can't say of itself.
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
].join('; ');

/// Writes the policy into the page. While one works on it, vite needs what the policy forbids.
const policy: Plugin = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

/// In one file, the engine is started in another way.
const single = { find: /^\.\/start$/, replacement: new URL('./src/service/start.single.ts', import.meta.url).pathname };

/// A warning ends a build: a brace too many in a style sheet is no more, and takes half of the page's looks away.
const strict = createLogger();
strict.warn = (words) => {
  throw new Error(words);
};

export default defineConfig(({ command, mode }) => ({
  ...(command === 'build' ? { customLogger: strict } : {}),
  base: './',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false }), policy],
  // The workshop reads the reference pages.
  server: { fs: { allow: ['..'] } },
  preview: { headers: { 'content-security-policy': `${POLICY}; frame-ancestors 'none'` } },
  worker: { format: mode === 'single' ? 'iife' : 'es' },
  resolve: { alias: mode === 'single' ? [single] : [] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file is meant to be large: the warning of large chunks would end its build.
    ...(mode === 'single'
      ? {
          cssCodeSplit: false,
          chunkSizeWarningLimit: Infinity,
          rollupOptions: { output: { inlineDynamicImports: true } },
        }
      : // The reference is a file of its own, beside the editor that reads it.
        {
          rollupOptions: {
            output: { manualChunks: (id: string) => (id.includes('/docs/reference/') ? 'reference' : undefined) },
          },
        }),
  },
}));

// How the page is built: relative addresses only, so that it works in any folder of any host.
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});

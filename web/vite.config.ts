// How the page is built: relative addresses only, so that it works in any folder of any host.
import preact from '@preact/preset-vite';
import { type BuildOptions, createLogger, defineConfig, type Plugin } from 'vite';

/// What the built page may do: load from where it comes from, and show pictures that it makes. A server sends the same
/// policy, and also says which sites may frame the page, because a page can't say that of itself.
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
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

/// Sends the policy as a server does: other sites may frame only the view for them.
const framing: Plugin = {
  name: 'framing',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      const framers = /\/embed(\.html)?([?#]|$)/.test(request.url ?? '') ? '*' : "'none'";
      response.setHeader('content-security-policy', `${POLICY}; frame-ancestors ${framers}`);
      next();
    });
  },
};

/// The pages: the page itself, and the view that other sites may frame.
const PAGES = ['index.html', 'embed.html'];

/// In the page in one file, and in the element for other sites, the engine is started in another way.
const startOf = (mode: string): { find: RegExp; replacement: string }[] =>
  mode === 'single' || mode === 'element'
    ? [
        {
          find: /^\.\/start$/,
          replacement: new URL(`./src/service/start.${mode}.ts`, import.meta.url).pathname,
        },
      ]
    : [];

/// The element `<quadrille-board>` as a module for other sites.
const element = {
  outDir: 'element/dist',
  copyPublicDir: false,
  lib: { entry: 'src/element.tsx', formats: ['es'], fileName: 'quadrille-board' },
} satisfies BuildOptions;

/// A warning ends a build: a brace too many in a style sheet is no more, and takes half of the page's looks away.
const strict = createLogger();
strict.warn = (words) => {
  throw new Error(words);
};

export default defineConfig(({ command, mode }) => ({
  ...(command === 'build' ? { customLogger: strict } : {}),
  base: './',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false }), policy, framing],
  // The workshop reads the reference pages.
  server: { fs: { allow: ['..'] } },
  worker: { format: mode === 'single' ? 'iife' : 'es' },
  resolve: { alias: startOf(mode) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(mode === 'element' ? element : {}),
    // One file is meant to be large: the warning of large chunks would end its build.
    ...(mode === 'single'
      ? {
          cssCodeSplit: false,
          chunkSizeWarningLimit: Infinity,
          rollupOptions: { output: { inlineDynamicImports: true } },
        }
      : mode === 'element'
        ? {}
        : // The reference is a file of its own, beside the editor that reads it.
          {
            rollupOptions: {
              input: PAGES,
              output: { manualChunks: (id: string) => (id.includes('/docs/reference/') ? 'reference' : undefined) },
            },
          }),
  },
}));

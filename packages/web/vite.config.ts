import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { codeSplitting, officeSplitting } from './vite-chunks.ts';
import { precompress } from './vite-precompress.ts';
import { productionRouter } from './vite-router.ts';
import { separatePage } from './vite-separate-page.ts';

const SERVER_PORT_DEFAULT = '3000';
const server = `http://127.0.0.1:${process.env['PORT'] ?? SERVER_PORT_DEFAULT}`;

/** Every first paint shows Latin text, so its font must not wait for the style sheet. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /inter-latin-wght-normal-.*\.woff2$/.test(name),
        );
        if (font === undefined) return [];
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: `/${font}`,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    productionRouter(),
    preloadLatinFont(),
    precompress(),
    separatePage({
      name: 'backoffice',
      addresses: /^\/backoffice(?:[/?]|$)/,
      plugins: () => [react(), productionRouter(), precompress()],
      codeSplitting: officeSplitting,
    }),
    separatePage({
      name: 'developers',
      addresses: /^\/developers(?:[?]|$)/,
      plugins: () => [precompress()],
    }),
  ],
  build: {
    // The content-security-policy permits no fonts in data URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});

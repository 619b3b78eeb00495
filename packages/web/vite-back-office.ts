import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { precompress } from './vite-precompress.ts';
import { productionRouter } from './vite-router.ts';

const PAGE = 'backoffice.html';

/** Builds the back office as a separate build, so that neither app loads code of the other. */
export function backOffice(): Plugin {
  let root = '';
  return {
    name: 'back-office',
    configResolved(config) {
      root = config.root;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/backoffice(?:[/?]|$)/.test(request.url ?? '')) request.url = `/${PAGE}`;
        next();
      });
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await buildPage(root);
      },
    },
  };
}

async function buildPage(root: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), productionRouter(), precompress()],
    build: {
      // Beside what is there.
      emptyOutDir: false,
      copyPublicDir: false,
      assetsDir: 'backoffice/assets',
      // The content-security-policy admits no data: font and no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, PAGE) },
    },
  });
}

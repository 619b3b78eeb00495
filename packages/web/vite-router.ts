import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The package declares only its development build for browsers, which contains warnings and their
 * texts.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    config() {
      const folder = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
      const replacement = join(folder, 'dist/production/index.mjs');
      return { resolve: { alias: [{ find: /^react-router$/, replacement }] } };
    },
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
      // The names for debugging keep components in the build that nothing uses.
      handler: (code) => code.replaceAll(/^\w+\.displayName = "\w+";$/gm, ''),
    },
  };
}

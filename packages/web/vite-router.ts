import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** For browsers the package names only its build for development, with warnings and their texts. */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    config() {
      const folder = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
      const replacement = join(folder, 'dist/production/index.mjs');
      return { resolve: { alias: [{ find: /^react-router$/, replacement }] } };
    },
  };
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Prefetching needs the package's own server; without it, links never prefetch. */
const PREFETCH = /return shouldPrefetch && [^;]+ : link;/;
/** The bundler can't know that creating a component has no effect, and keeps unused ones. */
const COMPONENT = /^(var \w+ = )(React\d*\.forwardRef\()/gm;
/** The names for debugging keep components in the build that nothing uses. */
const DEBUG_NAME = /^\w+\.displayName = "\w+";$/gm;

function dropUnused(code: string): string {
  return code
    .replaceAll(DEBUG_NAME, '')
    .replaceAll(COMPONENT, '$1/* @__PURE__ */ $2')
    .replace(PREFETCH, 'return link;');
}

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
      handler: dropUnused,
    },
  };
}

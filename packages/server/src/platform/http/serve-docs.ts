// Serves the built documentation at /docs: static files, without anything of the web app.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import { trimHeaders } from './headers.ts';
import type { HttpOptions } from './options.ts';
import { cacheControl } from './pages.ts';

/** Without a slash at its end: an address without one is redirected. */
const PREFIX = '/docs';

export async function serveDocs(
  app: FastifyInstance,
  { docsRoot }: Pick<HttpOptions, 'docsRoot'>,
): Promise<void> {
  if (docsRoot === undefined) return;
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root: docsRoot,
      prefix: PREFIX,
      redirect: true,
      decorateReply: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', cacheControl(path));
        trimHeaders(response.raw, path);
      },
    });
  });
}

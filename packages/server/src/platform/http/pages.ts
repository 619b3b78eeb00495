// The built web app: hashed files for ever, the page itself never from a cache, and 404 for what
// is no page, with the page's shell where a person is looking.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { isPagePath } from '@halyard/contract/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuse } from './answer.ts';

const YEAR_S = 31_536_000;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

export async function servePages(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(async (files) => {
    // A folder's address is an error to the plugin, and "/" is one; to us it is a page or none.
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.statusCode === FORBIDDEN) return answerPage(request, reply, webRoot);
      throw error;
    });
    await files.register(fastifyStatic, {
      root: webRoot,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', cacheControl(path));
      },
    });
  });
}

/** What no route and no file answered. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  webRoot: string | undefined,
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '';
  const isPage = isPagePath(path);
  const shell =
    webRoot !== undefined && isNavigation(request, path, isPage)
      ? await readShell(webRoot)
      : undefined;
  if (shell === undefined) return refuse(reply, { code: 'not-found' });
  return reply
    .code(isPage ? 200 : NOT_FOUND)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(shell);
}

function isNavigation(request: FastifyRequest, path: string, isPage: boolean): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isPage) return true;
  return !path.startsWith('/api/') && request.headers.accept?.includes('text/html') === true;
}

/** Read each time, so that a new build is served without a restart; undefined when there is none. */
async function readShell(webRoot: string): Promise<string | undefined> {
  try {
    return await readFile(join(webRoot, 'index.html'), 'utf8');
  } catch {
    return undefined;
  }
}

function cacheControl(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
}

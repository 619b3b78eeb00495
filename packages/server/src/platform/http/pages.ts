// Serves the built web app: hashed files cached permanently, the HTML page never cached, and 404
// for unknown pages, with the app's shell for browsers.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { findPagePath } from '@halyard/contract/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { originOf, queryOf, refuse } from './answer.ts';
import { fillShell } from './fill-shell.ts';
import { trimHeaders } from './headers.ts';
import { createOfficeSite } from './office-site/office-site.ts';
import type { LimitPages } from './limit-pages.ts';
import type { HttpOptions } from './options.ts';
import type { FoundPage } from './page-source.ts';

const BACK_OFFICE = /^\/backoffice(?:\/|$)/;
const YEAR_S = 31_536_000;
const FOUND = 302;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const OK = 200;
const UNAVAILABLE = 503;
const RETRY_AFTER_S = '30';
/** The paths at which a content page can be. */
const SLUG_PATH = /^\/[\w-]{1,80}\/?$/;

type PageOptions = Pick<
  HttpOptions,
  'webRoot' | 'pages' | 'publicUrl' | 'backofficeUrl' | 'log'
> & {
  readonly limitPages: LimitPages;
};

export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  for (const [path, make] of options.pages?.files ?? []) {
    app.get(path, async (request, reply) => {
      const rejection = options.limitPages(request);
      if (rejection !== undefined) return refuse(reply, rejection);
      const { mediaType, text } = await make(siteOf(request, options));
      return reply.header('cache-control', 'no-cache').type(mediaType).send(text);
    });
  }
  const { webRoot } = options;
  if (webRoot === undefined) return;
  await app.register(async (files) => {
    // Errors of the plugin for folder addresses, including "/", are passed on: these are either
    // pages or unknown.
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.statusCode === FORBIDDEN) return answerPage(request, reply, options);
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
        trimHeaders(response.raw, path);
      },
    });
  });
}

/** Answers requests that no route and no file answered. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '';
  const rejection = options.limitPages(request);
  if (rejection !== undefined) return refuse(reply, rejection);
  const mayBePage = ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/');
  const { isOffice } = createOfficeSite(options.backofficeUrl);
  if (path === '/' && isOffice(request.headers.host)) return reply.redirect('/backoffice', FOUND);
  if (mayBePage && BACK_OFFICE.test(path)) return await answerBackOffice(path, reply, options);
  const shell = mayBePage ? await readPage(options.webRoot, 'index.html') : undefined;
  if (shell === undefined) return refuse(reply, { code: 'not-found' });
  const found = await findPage(request, path, options);
  if (found.kind === 'redirect') return reply.redirect(found.to, FOUND);
  const status = statusOf(found, path);
  const isForPerson =
    status !== NOT_FOUND || request.headers.accept?.includes('text/html') === true;
  if (!isForPerson) return refuse(reply, { code: 'not-found' });
  if (status === UNAVAILABLE) reply.header('retry-after', RETRY_AFTER_S);
  return reply
    .code(status)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(found.kind === 'page' ? fillShell(shell, found.head) : shell);
}

type Found = FoundPage | { readonly kind: 'no-source' | 'unreadable' };

/**
 * Returns the status of a page. A search engine drops a page that returns 404 once, and retries one
 * that returns 503.
 */
function statusOf(found: Exclude<Found, { readonly kind: 'redirect' }>, path: string): number {
  if (found.kind !== 'page') {
    if (findPagePath(path) !== undefined) return OK;
    return found.kind === 'unreadable' && SLUG_PATH.test(path) ? UNAVAILABLE : NOT_FOUND;
  }
  if (found.isBroken === true) return UNAVAILABLE;
  return found.isKnown ? OK : NOT_FOUND;
}

/**
 * Serves the back office: one HTML page for all its addresses; the app decides which of them exist.
 */
async function answerBackOffice(
  path: string,
  reply: FastifyReply,
  { webRoot, publicUrl, backofficeUrl }: PageOptions,
): Promise<FastifyReply> {
  const isFile = path.startsWith('/backoffice/assets/');
  const page = isFile ? undefined : await readPage(webRoot, 'backoffice.html');
  if (page === undefined) return refuse(reply, { code: 'not-found' });
  return reply
    .header('cache-control', 'no-cache')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(backofficeUrl === undefined ? page : nameCustomersSite(page, publicUrl));
}

/**
 * Writes the address of the customers' site into the page of a back office that has its own host.
 */
function nameCustomersSite(page: string, publicUrl = ''): string {
  return page.replace('<head>', `<head><meta name="customers-site" content="${publicUrl}" />`);
}

/** Finds a page. The shell is useful even if the pages are unavailable. */
async function findPage(
  request: FastifyRequest,
  path: string,
  options: PageOptions,
): Promise<Found> {
  const language = queryOf(request).get('lng') ?? undefined;
  try {
    const asked = { path, language, origin: siteOf(request, options) };
    return (await options.pages?.find(asked)) ?? { kind: 'no-source' };
  } catch (err) {
    options.log.warn({ err, requestId: request.id }, 'a page was sent without its own head');
    return { kind: 'unreadable' };
  }
}

function siteOf(request: FastifyRequest, { publicUrl }: PageOptions): string {
  return publicUrl ?? originOf(request.headers.host);
}

/**
 * Reads a page from disk each time, so that a new build is served without a restart; undefined if
 * there is none.
 */
async function readPage(webRoot: string | undefined, name: string): Promise<string | undefined> {
  if (webRoot === undefined) return undefined;
  try {
    return await readFile(join(webRoot, name), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Returns how long a browser caches the built file at `path`: permanently, if its name contains a
 * hash.
 */
export function cacheControl(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
}

// The API's documentation at /api/docs, from the bound routes, shown by bundled files only.
import { setImmediate } from 'node:timers/promises';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { createOpenApi } from '@halyard/contract/openapi/openapi';
import type { Route } from '@halyard/contract/route';
import type { FastifyInstance } from 'fastify';

import { refuse } from './answer.ts';
import type { LimitPages } from './limit-pages.ts';

const INFO = { title: 'Halyard API', version: '1' };
const PREFIX = '/api/docs';
/** JSON is also YAML 1.2: both addresses return the same bytes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  [`${PREFIX}/json`]: 'application/json; charset=utf-8',
  [`${PREFIX}/yaml`]: 'application/x-yaml',
};

export async function serveApiDocs(
  app: FastifyInstance,
  { routes, limitPages }: { readonly routes: readonly Route[]; readonly limitPages: LimitPages },
): Promise<void> {
  let description: Promise<Buffer> | undefined;
  // The plugin of the documentation page requests this file. The plugin itself generates no
  // document.
  await app.register(fastifySwagger, { openapi: { info: INFO } });
  await app.register(fastifySwaggerUi, {
    routePrefix: PREFIX,
    theme: { title: INFO.title },
    uiConfig: { supportedSubmitMethods: [] },
    uiHooks: {
      onRequest: (request, reply, done) => {
        const rejection = limitPages(request);
        const mediaType = MEDIA_TYPES[request.routeOptions.url ?? ''];
        if (rejection !== undefined) {
          refuse(reply, rejection);
        } else if (mediaType === undefined) {
          done();
        } else {
          description ??= describeApi(routes);
          description.then((bytes) => reply.type(mediaType).send(bytes), done);
        }
      },
    },
  });
}

/** Generates the description on request, one route at a time: all at once would delay ticks. */
async function describeApi(routes: readonly Route[]): Promise<Buffer> {
  const operations = new Map<string, string[]>();
  for (const route of routes) {
    const { paths } = createOpenApi([route], INFO);
    const written = operations.get(route.path) ?? [];
    for (const [method, operation] of Object.entries(paths[route.path] ?? {})) {
      written.push(`${JSON.stringify(method)}:${JSON.stringify(operation)}`);
    }
    operations.set(route.path, written);
    await setImmediate();
  }
  const { paths: _, ...head } = createOpenApi([], INFO);
  const paths = [...operations].map(([path, written]) => {
    return `${JSON.stringify(path)}:{${written.join(',')}}`;
  });
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"paths":{${paths.join(',')}}}`);
}

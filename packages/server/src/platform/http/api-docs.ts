// The API's description at /api/docs, from the routes that are bound, shown by bundled files only.
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { createOpenApi } from '@halyard/contract/openapi';
import type { Route } from '@halyard/contract/route';
import type { FastifyInstance } from 'fastify';

const INFO = { title: 'Halyard API', version: '1' };

export async function serveApiDocs(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: { info: INFO },
    // Called, once, when somebody asks: the document takes as long as all else that is bound here.
    // Their type of a document is older than 3.1's; it is only sent on.
    transformObject: () => createOpenApi(routes, INFO) as never,
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: INFO.title },
    uiConfig: { supportedSubmitMethods: [] },
  });
}

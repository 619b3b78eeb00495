// Traces each request from its head to the end of its answer.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracer } from '#platform/tracing/tracing.ts';

const FAILED_FROM_STATUS = 500;

/**
 * Adds the hooks. The caller's own trace context is ignored: a stranger's trace ids must not mix
 * with ours.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    // The route's pattern names the span, never the address, which can contain a token.
    const route = request.routeOptions.url ?? '(none)';
    const span = tracer.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      values: {
        'http.request.method': request.method,
        'http.route': route,
        'halyard.request_id': request.id,
      },
    });
    spans.set(request, span);
    tracer.within(span, done);
  });
  // The body arrives in later events of the socket, which don't have the request's span as their
  // context, so it is set again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracer.within(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    const values = { 'http.response.status_code': status };
    spans.get(request)?.end({ isFailed: status >= FAILED_FROM_STATUS, values });
    done();
  });
}

// The public API, `/api/v1`: gives programs access to the use cases of the other features, with
// keys, declared operations, problem documents and rate limits. It checks nothing that a use case
// checks.
import { createStreamDocument } from '@halyard/contract/v1/asyncapi';
import { createV1Document } from '@halyard/contract/v1/openapi';
import { V1_ROOT } from '@halyard/contract/v1/operation';
import { SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import { createRateLimiter, networkOf } from '#platform/http/http.ts';
import type { Rate, RawBinding, RawEdge } from '#platform/http/http.ts';
import { accountOperations } from './account-operations.ts';
import type { AccountDeps } from './account-operations.ts';
import { alertOperations } from './alert-operations.ts';
import type { AlertDeps } from './alert-operations.ts';
import { answerCall } from './answer-call.ts';
import type { AnswerDeps } from './answer-call.ts';
import type { OperationBinding } from './binding.ts';
import { frameOperations } from './frame-operations.ts';
import { keyOperations } from './key-operations.ts';
import type { KeyDeps } from './key-operations.ts';
import { marketOperations } from './market-operations.ts';
import type { MarketDeps } from './market-operations.ts';
import { orderOperations } from './order-operations.ts';
import type { OrderDeps } from './order-operations.ts';
import { toProblemAnswer } from './problem-answer.ts';
import { createStreams } from './streams/streams.ts';
import type { Streams, StreamsOptions } from './streams/streams.ts';
import { watchlistOperations } from './watchlist-operations.ts';
import type { WatchlistDeps } from './watchlist-operations.ts';
import { webhookOperations } from './webhook-operations.ts';
import type { WebhookDeps } from './webhook-operations.ts';
import { tradingOperations } from './trading-operations.ts';
import type { TradingDeps } from './trading-operations.ts';

const BODY_BYTES_MAX = 16_384;
const ALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const UNKNOWN_PATHS = [V1_ROOT, `${V1_ROOT}/*`] as const;

export type PublicApiOptions = MarketDeps &
  AccountDeps &
  OrderDeps &
  TradingDeps &
  AlertDeps &
  StreamsOptions &
  WatchlistDeps &
  KeyDeps &
  WebhookDeps & {
    readonly clock: Clock;
    /** The call rates per network and per key. */
    readonly rate: Rate;
  };

export type PublicApi = {
  readonly rawRoutes: readonly RawBinding[];
  /** The streams, to which the HTTP server passes WebSockets. */
  readonly streams: Streams;
};

export function createPublicApi(options: PublicApiOptions): PublicApi {
  const { apiKeys, rate: keyRate, clock } = options;
  const edge = createEdge(options);
  const deps = { apiKeys, keyRate, keyLimiter: createRateLimiter(keyRate, clock) };
  const streams = createStreams(options);
  const operations = [
    ...marketOperations(options),
    ...accountOperations(options),
    ...orderOperations(options),
    ...tradingOperations(options),
    ...frameOperations({ streams }),
    ...alertOperations(options),
    ...watchlistOperations(options),
    ...webhookOperations(options),
    ...keyOperations(options),
  ];
  const byPath = Map.groupBy(operations, ({ operation }) => operation.path);
  return {
    streams,
    rawRoutes: [
      documentRoute(edge, 'openapi.json', createV1Document),
      documentRoute(edge, 'asyncapi.json', createStreamDocument),
      ...[...byPath.values()].map((siblings) => toRawBinding(deps, siblings, edge)),
      ...UNKNOWN_PATHS.map((path) => unknownRoute(path, edge)),
    ],
  };
}

function createEdge({ rate, clock }: PublicApiOptions): RawEdge {
  const networks = createRateLimiter(rate, clock);
  return {
    admit: (ip) => {
      const waitMs = networks.take(networkOf(ip));
      if (waitMs === 0) return undefined;
      return { code: 'too-many', facts: { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) } };
    },
    refuse: toProblemAnswer,
  };
}

/** Returns one binding for all operations of a path. */
function toRawBinding(
  deps: AnswerDeps,
  siblings: readonly OperationBinding[],
  edge: RawEdge,
): RawBinding {
  const byMethod = new Map<string, OperationBinding>(
    siblings.map((binding) => [binding.operation.method, binding]),
  );
  const [first] = siblings;
  return {
    methods: siblings.map(({ operation }) => operation.method),
    path: `${V1_ROOT}${first?.operation.path ?? ''}`,
    bodyBytesMax: BODY_BYTES_MAX,
    edge,
    handler: async (call) => {
      const binding = byMethod.get(call.method === 'HEAD' ? 'GET' : call.method);
      if (binding === undefined) {
        return toProblemAnswer({ code: 'method-not-allowed' }, call.requestId);
      }
      return await answerCall(deps, binding, call);
    },
  };
}

function unknownRoute(path: RawBinding['path'], edge: RawEdge): RawBinding {
  return {
    methods: ALL_METHODS,
    path,
    bodyBytesMax: BODY_BYTES_MAX,
    edge,
    handler: async ({ requestId }) => toProblemAnswer({ code: 'not-found' }, requestId),
  };
}

/** Returns the route of an API description, which needs no key. */
function documentRoute(edge: RawEdge, name: string, create: () => object): RawBinding {
  let json: string | undefined;
  return {
    methods: ['GET'],
    path: `${V1_ROOT}/${name}`,
    bodyBytesMax: BODY_BYTES_MAX,
    edge,
    handler: async () => {
      json ??= JSON.stringify(create());
      return { status: 200, headers: { 'content-type': 'application/json' }, body: json };
    },
  };
}

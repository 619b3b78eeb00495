// The AsyncAPI 3 document of the streams, from their declarations alone.
import type * as z from 'zod/mini';
import { createToSchema, type Json } from './components.ts';
import { exampleOf } from './example.ts';
import {
  CLOSE_CODES,
  ErrorFrame,
  FRAMES,
  FRAMES_KEPT_MAX,
  STREAM_CONNECTIONS_MAX,
  STREAM_PATH,
  SubscribeMessage,
  SUBSCRIPTIONS_MAX,
  UnsubscribedFrame,
  UnsubscribeMessage,
} from './stream.ts';

const DESCRIPTION = [
  'Quotes, candles and accounts over one WebSocket, as JSON text frames.',
  '',
  'Connect with an API key that has the scope `read`, in the header `Authorization: Bearer`. Send a',
  '`SubscribeMessage` for each channel: `quotes:{symbol}`, `candles:{symbol}:{timeframe}` or',
  '`account:{account_id}`.',
  '',
  'Each channel has a `stream` and counts its frames in `seq`. The first frame is a snapshot. On an',
  'account each further frame has the next `seq`: when one is missing, after a heartbeat with a larger',
  '`seq`, or after a reconnect, subscribe again with `stream` and `since`, and you get the frames that',
  `you missed. The last ${FRAMES_KEPT_MAX} frames are kept, for five minutes after the last client has left;`,
  'after that, or after a restart of the service, you get a snapshot of a new stream. It lists the latest',
  'closed positions and ended orders, so that you can tell which of them you have not seen.',
  '',
  'Frames of quotes and candles hold the latest state, so a missing `seq` needs no recovery: a slow',
  'reader gets the latest frame only. A slow reader of an account is disconnected.',
  '',
  `A connection can have ${SUBSCRIPTIONS_MAX} channels, a key ${STREAM_CONNECTIONS_MAX} connections. Treat three seconds without a frame or`,
  'heartbeat as a broken connection. Close codes:',
  `${CLOSE_CODES.keyEnded}: the key was revoked or has expired. ${CLOSE_CODES.tooSlow}: the client reads too slowly.`,
  `${CLOSE_CODES.tooMany}: too many messages or connections. 1012: the service restarts.`,
].join('\n');

/** Returns the AsyncAPI document as plain JSON. */
export function createStreamDocument(): Json {
  const schemas: Record<string, unknown> = {};
  const toSchema = createToSchema(schemas);
  const messages: Record<string, Json> = {};
  const add = (schema: z.ZodMiniType, io: 'input' | 'output'): string => {
    const payload = toSchema(schema, io);
    const name = String(payload['$ref']).replace('#/components/schemas/', '');
    const { description } = schemas[name] as { readonly description: string };
    messages[name] = {
      name,
      title: name,
      summary: description,
      contentType: 'application/json',
      payload,
      examples: [{ name: `${name}Example`, payload: exampleOf(schema, io) }],
    };
    return name;
  };
  const received = [SubscribeMessage, UnsubscribeMessage].map((schema) => add(schema, 'input'));
  const frames = [...new Set(Object.values(FRAMES).flat()), UnsubscribedFrame, ErrorFrame];
  const sent = frames.map((schema) => add(schema, 'output'));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Halyard streams',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: '{host}',
        protocol: 'wss',
        description: 'The host that serves this document.',
        variables: { host: { description: 'The host of your broker.', default: 'localhost' } },
        security: [{ $ref: '#/components/securitySchemes/apiKey' }],
      },
    },
    channels: {
      stream: {
        address: STREAM_PATH,
        title: 'The stream',
        description: 'All channels share the connection.',
        messages: toReferences('#/components/messages', [...received, ...sent]),
      },
    },
    operations: {
      receiveMessages: toOperation('receive', 'What a client sends.', received),
      sendFrames: toOperation('send', 'What a client gets.', sent),
    },
    components: {
      messages,
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'hk_live_… or hk_practice_…',
          description:
            'An API key that you create in your profile, for the live or the practice account.',
        },
      },
    },
  };
}

function toReferences(root: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `${root}/${name}` }]));
}

function toOperation(action: 'send' | 'receive', summary: string, names: readonly string[]): Json {
  return {
    action,
    summary,
    channel: { $ref: '#/channels/stream' },
    messages: names.map((name) => ({ $ref: `#/channels/stream/messages/${name}` })),
  };
}

// Chat alert: receives the webhooks of your account, checks their signatures and forwards each event
// once to the incoming webhook of a chat (Slack, Mattermost, Rocket.Chat, Discord).
//
//   export WEBHOOK_SECRET=whsec_… CHAT_URL=https://hooks.example.com/…
//   node --conditions=halyard-source examples/chat-alert.ts
//
// Settings: WEBHOOK_SECRET, which the API returns when you create the webhook; CHAT_URL; CHAT_FIELD
// (text), the field of the message, for Discord `content`; HOST (127.0.0.1); PORT (8080).
//
// The server sends webhooks to https addresses on the public internet: put a proxy with TLS in front of
// this program. On your own machine, WEBHOOK_PRIVATE_TARGETS=on lets the server reach it directly.
import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook } from '@halyard/sdk';

const BODY_BYTES_MAX = 64 * 1024;
/** The server waits ten seconds for an answer. */
const CHAT_TIMEOUT_MS = 8_000;
/** In memory: an event that is repeated after a restart is forwarded again. */
const KNOWN_MAX = 10_000;

type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

const { WEBHOOK_SECRET: secret = '', CHAT_URL: chatUrl = '' } = process.env;
const { CHAT_FIELD: field = 'text', HOST: host = '127.0.0.1', PORT: port = '8080' } = process.env;
if (secret === '' || chatUrl === '') throw new Error('Set WEBHOOK_SECRET and CHAT_URL');

/** By the id of the event; a repeat that comes meanwhile waits for the first. */
const forwarded = new Map<string, Promise<void>>();

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(port), host, () => console.log(`Waiting for webhooks on ${host}:${port}`));

/** Returns the status of the answer. After anything but 2xx the server sends the event again later. */
async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  if (body === undefined) return 413;
  const verified = verify(request, body);
  if (verified === undefined) return 401;
  try {
    await forwardOnce(verified.id, verified.event as Event);
    return 204;
  } catch (error) {
    console.error(`Event ${verified.id} was not forwarded: ${String(error)}`);
    return 502;
  }
}

function verify({ headers }: IncomingMessage, body: string) {
  try {
    return verifyWebhook({ headers, body }, secret);
  } catch (error) {
    console.error(`Refused: ${String(error)}`);
    return undefined;
  }
}

async function forwardOnce(id: string, event: Event): Promise<void> {
  const known = forwarded.get(id);
  if (known !== undefined) {
    await known;
    return;
  }
  const forwarding = forward(event);
  forwarded.set(id, forwarding);
  const [oldest] = forwarded.keys();
  if (forwarded.size > KNOWN_MAX && oldest !== undefined) forwarded.delete(oldest);
  try {
    await forwarding;
    console.log(`Forwarded ${event.type} ${id}`);
  } catch (error) {
    forwarded.delete(id);
    throw error;
  }
}

async function forward({ type, data }: Event): Promise<void> {
  const facts = Object.entries(data).filter(([name]) => !name.endsWith('_id'));
  const text = `${type}: ${facts.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`;
  const response = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [field]: text }),
    signal: AbortSignal.timeout(CHAT_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the chat answered ${response.status}`);
}

/** Undefined for one that is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

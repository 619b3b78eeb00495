// Receives a provider's message and stores it as a row that a job processes. The sender gets a
// reply only when the row is stored.
import { createHash } from 'node:crypto';
import { findProviderId } from '@halyard/contract/providers';
import * as z from 'zod/mini';
import type { Database } from '#platform/db/db.ts';
import { hasNul } from '#platform/http/http.ts';
import type { RawAnswer, RawCall } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import { findEvent, finishEvent, insertEvent } from './event-store.ts';
import { judgeEvent } from './judge-event.ts';
import { findPayment } from './payment-store.ts';
import { requestFor } from './query-payment.ts';
import type { QueryDeps } from './query-payment.ts';
import { ProviderError } from './provider.ts';
import type { Provider, ReadWebhook } from './provider.ts';

export type WebhookDeps = QueryDeps & { readonly db: Database };

const JOB = 'payments.judge-event';
/**
 * The maximum number of attempts: they last for more than a week, in the end hourly, because
 * nothing else would report a refund again.
 */
const ATTEMPTS_MAX = 200;
const ORDER_REF_LENGTH_MAX = 64;
const CONTENT_TYPES =
  /^(application\/json|application\/x-www-form-urlencoded|text\/plain|)\s*(;|$)/i;

export async function receiveWebhook(deps: WebhookDeps, call: RawCall): Promise<RawAnswer> {
  const id = findProviderId(call.params['provider'] ?? '');
  const provider = id === undefined ? undefined : deps.providers.get(id);
  if (provider === undefined) return { status: 404 };
  if (!CONTENT_TYPES.test(call.contentType)) return { status: 415 };
  const read = provider.readWebhook(call);
  try {
    if (read.kind === 'event') await keep(deps, provider, { read, body: call.body });
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    deps.log.warn({ err: error, provider: provider.id }, 'a webhook could not be kept');
    return provider.answer === 'page' ? toPage(read) : { status: 503, body: 'ERROR' };
  }
  if (read.kind === 'refused') {
    deps.log.warn({ provider: provider.id, reason: read.reason }, 'a webhook was refused');
  }
  return toAnswer(provider, read);
}

async function keep(
  deps: WebhookDeps,
  provider: Provider,
  message: { readonly read: Extract<ReadWebhook, { kind: 'event' }>; readonly body: Buffer },
): Promise<void> {
  const { event, isSigned } = message.read;
  const orderRef = event.orderRef ?? '';
  if (orderRef.length > ORDER_REF_LENGTH_MAX || hasNul(event)) return;
  if (!isSigned) {
    // Anyone can send a message, so one about an unknown order is dropped.
    const payment = await findPayment(deps.db.kysely, orderRef);
    if (payment?.provider !== provider.id) return;
    if (provider.proof === 'inquiry') return await requestFor(deps, payment, message.read);
  }
  // Of unsigned messages only one per kind is stored, because further ones add nothing.
  const kept = isSigned ? message.body : Buffer.from(`${orderRef}\0${event.outcome}`);
  const bodyHash = createHash('sha256').update(provider.id).update('\0').update(kept).digest();
  await deps.db.kysely.transaction().execute(async (db) => {
    const id = await insertEvent(db, {
      provider: provider.id,
      bodyHash,
      event: { ...event, orderRef },
      isSigned,
      receivedAtMs: deps.clock.nowMs(),
    });
    if (id === undefined) return;
    await deps.jobs.enqueue(db, { kind: JOB, key: String(id), payload: { id } });
  });
}

/** Registers the handler of stored messages; call it before the jobs start. */
export function handleEvents(deps: WebhookDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ id: z.int() }),
    attemptsMax: ATTEMPTS_MAX,
    run: async ({ id }) => {
      const stored = await findEvent(deps.db.kysely, id);
      if (stored === undefined || stored.result !== null) return;
      const provider = deps.providers.get(stored.provider);
      // The provider was removed from the settings in the meantime, so the message is retried
      // later.
      if (provider === undefined) throw new ProviderError(`${stored.provider} is not connected`);
      const { event, isSigned } = stored;
      const result = await judgeEvent(deps, provider, { event, isSigned, source: `event ${id}` });
      await finishEvent(deps.db.kysely, { id, result, atMs: deps.clock.nowMs() });
    },
  });
}

function toAnswer(provider: Provider, read: ReadWebhook): RawAnswer {
  if (provider.answer === 'page') return toPage(read);
  if (read.kind === 'refused') return { status: read.reason === 'signature' ? 401 : 400 };
  return provider.answer === 'ok'
    ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
    : { status: 200 };
}

/**
 * Answers a message that a person's browser delivered: the browser continues to the page with the
 * payment's status.
 */
function toPage(read: ReadWebhook): RawAnswer {
  const orderRef = read.kind === 'event' ? (read.event.orderRef ?? '') : '';
  return { status: 303, headers: { location: returnPath(orderRef) } };
}

/**
 * Returns the path of the page to which customers return; the browser's parameters decide nothing.
 */
export function returnPath(transactionId: string): string {
  return `/platform/BTCUSD?payment=${encodeURIComponent(transactionId)}`;
}

// Verifies that a webhook comes from the broker, as Standard Webhooks defines it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { HalyardError } from './errors.ts';

/** The tolerated difference between the message's time and ours: an old message may be a replay. */
const TOLERANCE_S = 5 * 60;
const SECOND_MS = 1_000;

export type WebhookMessage = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as received, before any parsing. */
  readonly body: string;
};

/**
 * Returns the event; throws if the signature or the time is invalid. Drop an event whose `id` you
 * have processed.
 */
export function verifyWebhook(
  { headers, body }: WebhookMessage,
  secret: string,
): { readonly id: string; readonly event: unknown } {
  const [id = '', timestamp = '', signatures = ''] = [
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ].map((name) => String(headers[name] ?? ''));
  const ageS = Math.abs(Date.now() / SECOND_MS - Number(timestamp));
  if (!(ageS <= TOLERANCE_S)) throw new HalyardError('The webhook is too old or has no time');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new HalyardError('The signature of the webhook is wrong');
  return { id, event: JSON.parse(body) as unknown };
}

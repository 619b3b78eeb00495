// The request to the operator's screening provider, or to the operator's own service before it. It is
// signed by Standard Webhooks with SCREENING_SECRET, so that nobody else learns who is on a list by
// asking; the reply is trusted because the address is https.
import { SCREENING_RESULTS } from '@halyard/contract/backoffice/desk/screening';
import { SECOND_MS } from '@halyard/core/time';
import type { Customer } from '#features/customers/customers.ts';
import { sign } from '#platform/outbound/outbound.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import * as z from 'zod/mini';
import type { Answer, ScreeningCause } from './screening-store.ts';

const REPLY_BYTES_MAX = 16_384;
const REFERENCE_LENGTH_MAX = 200;

const Reply = z.object({
  result: z.enum(SCREENING_RESULTS),
  reference: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(REFERENCE_LENGTH_MAX),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u),
    ),
});

export type AskDeps = {
  readonly outbound: Pick<Outbound, 'exchange'>;
  readonly provider: { readonly url: string; readonly secret: string };
  /** Returns the ISO 3166 alpha-2 code of a country. */
  readonly findAlpha2: (countryId: number) => string | undefined;
};

export type Question = {
  readonly id: number;
  readonly cause: ScreeningCause;
  readonly customer: Customer;
  readonly nowMs: number;
  readonly signal: AbortSignal;
};

/**
 * Asks about the customer as the profile is now. Throws if the provider can't be reached or its
 * reply is not of this protocol: an unreadable reply never counts as clear.
 */
export async function askProvider(deps: AskDeps, question: Question): Promise<Answer> {
  const { id, nowMs, signal } = question;
  const messageId = `screening_${id}`;
  const timestampS = Math.floor(nowMs / SECOND_MS);
  const body = JSON.stringify(toBody(deps, question));
  const reply = await deps.outbound.exchange({
    method: 'POST',
    url: deps.provider.url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': sign({ id: messageId, timestampS, body }, [deps.provider.secret]),
    },
    body,
    bytesMax: REPLY_BYTES_MAX,
    signal,
  });
  if (reply.status !== 200) throw new Error(`The provider answered with status ${reply.status}`);
  const parsed = z.safeParse(Reply, readJson(reply.body));
  if (!parsed.success) throw new Error('The provider’s reply has no result and reference');
  return parsed.data;
}

function toBody({ findAlpha2 }: AskDeps, { id, cause, customer }: Question) {
  const { profile } = customer;
  const { countryId } = profile;
  return {
    type: 'screening.requested',
    screening_id: id,
    cause,
    customer: {
      id: customer.id,
      first_name: profile.firstName,
      last_name: profile.lastName,
      birth_date: profile.birthDate,
      country: countryId === null ? null : (findAlpha2(countryId) ?? null),
      street: profile.street,
      zip_code: profile.zipCode,
      city: profile.city,
      state: profile.state,
    },
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

// The parts of a customer's page: sessions, devices, payments and the like.
import * as z from 'zod/mini';
import { OpenSession } from '../identity/sessions.ts';
import { Referral } from '../referrals.ts';
import { Id, Instant } from '../wire.ts';
import { transactionRow } from './transaction-fields.ts';

const { current: _, ...sessionFields } = OpenSession.shape;
export const Session = z.object(sessionFields);

/** A browser on a system in a country: identifies a known device. */
export const Device = z.object({
  /** Browser and system as reported by the device, such as 'Firefox, Windows'. */
  device: z.string(),
  /** The address of the device's newest session. */
  ip: z.string(),
  place: z.string(),
  sessions: z.int(),
  first_seen: Instant,
  last_used: Instant,
});

const { id: referredId, ...referralFields } = Referral.shape;
export const Referred = z.object({ customer_id: referredId, ...referralFields });

export const Transaction = z.object({
  id: z.string(),
  type: z.string(),
  status: transactionRow.status.schema,
  amount: z.number(),
  created_at: Instant,
});

/** A reversed deposit and its consequences. */
export const Reversal = z.object({
  id: z.string(),
  cause: z.enum(['refund', 'charge-back']),
  deposit: z.string(),
  amount: z.number(),
  /** The part of the reversal that the customer's cash did not cover. */
  not_covered: z.number(),
  /** The ids of the withdrawals that the reversal cancelled, comma-separated. */
  cancelled_withdrawals: z.string(),
  created_at: Instant,
});

export const LedgerEntry = z.object({
  posting_id: Id,
  kind: z.string(),
  reference: z.string(),
  account: z.string(),
  amount: z.number(),
  posted_at: Instant,
});

/** A note of staff about the customer. */
export const Note = z.object({ id: Id, author: z.string(), text: z.string(), created_at: Instant });

// The parts of a customer's page: profile, sessions, devices, payments and the like.
import { CATEGORIES, LEVERAGES } from '@halyard/core/instrument';
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

/** A customer's identity data, in addition to the fields of the list row. */
export const Profile = z.object({
  birth_date: z.nullable(z.string()),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  street: z.nullable(z.string()),
  zip_code: z.nullable(z.string()),
  complete: z.boolean(),
  email_confirmed: z.boolean(),
  uniqid: z.string(),
});

/** The permitted leverages by category; an absent category is not permitted. */
export const Permissions = z.partialRecord(z.enum(CATEGORIES), z.array(z.int()));
export const NewPermissions = z.partialRecord(
  z.enum(CATEGORIES),
  z.array(z.literal(LEVERAGES)).check(z.maxLength(LEVERAGES.length)),
);

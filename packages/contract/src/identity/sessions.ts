// The customer's sign-in sessions.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { Instant, tokenField } from '../wire.ts';

/** A device whose browser and system are unknown. */
export const UNKNOWN_DEVICE = 'Unknown device';

export const OpenSession = z.object({
  id: z.string(),
  /** Browser and system as reported by the device, such as 'Firefox, Windows'. */
  device: z.string(),
  ip: z.string(),
  /** Where the session was used: the English country name; empty if unknown. */
  place: z.string(),
  created_at: Instant,
  /** When the session was last used, accurate to a minute. */
  last_used_at: Instant,
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listSessions = defineRoute({
  method: 'POST',
  path: '/api/accounts/sessions',
  summary: 'The open sessions, newest first.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(OpenSession),
  rejections: [],
});

export const revokeSession = defineRoute({
  method: 'POST',
  path: '/api/accounts/sessions/revoke',
  summary: 'Ends one of the customer’s own sessions, and its sockets.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ id: z.uuid(), ...tokenField }),
  reply: z.object({}),
  rejections: ['not-found'],
});

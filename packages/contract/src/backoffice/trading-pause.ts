// The trading pause: while it is on, no account can open positions.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { Instant } from '../wire.ts';
import { Reason } from './resource.ts';
import { allow } from './roles.ts';

const State = z.object({
  /** The current trading pause; null while trading is not paused. */
  maintenance: z.nullable(z.object({ by: z.string(), reason: z.string(), since: Instant })),
});

export const getMaintenance = defineRoute({
  method: 'GET',
  path: '/api/backoffice/maintenance',
  summary: 'Returns whether trading is paused for the whole platform, since when and why.',
  access: 'staff',
  roles: allow('support', 'dealing'),
  rate: 'ordinary',
  reply: State,
  rejections: [],
});

export const setMaintenance = defineRoute({
  method: 'POST',
  path: '/api/backoffice/maintenance',
  summary:
    'Pauses openings for the whole platform, or ends the pause. Closes, deposits and withdrawals continue. Customers are notified, without the reason.',
  access: 'staff',
  roles: allow('dealing'),
  rate: 'ordinary',
  body: z.strictObject({ on: z.boolean(), reason: Reason }),
  reply: State,
  rejections: [],
});

// A trailing stop is a stop loss at a fixed distance from the best price since it was set. It is
// set with an order or an opening, with `updatePosition` over the live feed, or by the route here.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Id, OptionalRate, RequestId, tokenField } from './wire.ts';

/** The levels of the position after the change. */
const Levels = z.object({
  id: Id,
  stop_lost: z.nullable(z.number()),
  take_profit: z.nullable(z.number()),
  trailing_stop: z.nullable(z.number()),
  trailing_distance: z.nullable(z.number()),
});

export const setTrailingStop = defineRoute({
  method: 'POST',
  access: 'customer',
  rate: 'ordinary',
  path: '/api/accounts/positions/trailing-stop',
  summary: 'Sets, changes or, with no distance, removes the trailing stop of an open position.',
  body: z.strictObject({
    ...tokenField,
    requestId: z.optional(RequestId),
    id: Id,
    trailing_distance: OptionalRate,
  }),
  reply: Levels,
  rejections: [
    'not-found',
    'duplicate-id',
    'position-price-unavailable',
    'trail-invalid',
    'trail-unavailable',
  ],
});

// Price alerts of the public API.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { MARK_SENSES } from '@halyard/core/trigger';
import {
  about,
  component,
  InstrumentSymbol,
  OpaqueId,
  Page,
  Price,
  SentPrice,
  Time,
} from './atoms.ts';
import { defineOperation } from './operation.ts';

export const Alert = z
  .object({
    id: OpaqueId,
    symbol: InstrumentSymbol,
    side: z.enum(DIRECTIONS).check(about('`buy` watches the ask, `sell` the bid.', 'sell')),
    direction: z
      .enum(MARK_SENSES)
      .check(about('The direction in which the price reaches the level.', 'rises')),
    price: Price,
    created_at: Time,
    reached_at: z.nullable(Time).check(about('Null while the alert is pending.', null)),
    reached_price: z.nullable(Price).check(about('Null while the alert is pending.', null)),
  })
  .check(component('Alert', 'A price that you are notified of once.'));
export type Alert = z.infer<typeof Alert>;

export const listAlerts = defineOperation({
  id: 'listAlerts',
  tag: 'alerts',
  method: 'GET',
  path: '/alerts',
  summary: 'List price alerts',
  description: 'Returns pending alerts, then reached ones, each newest first.',
  liveOnly: true,
  scope: 'read',
  status: 200,
  reply: Page('AlertPage', Alert),
  codes: [],
});

export const AlertRequest = z
  .strictObject({
    symbol: InstrumentSymbol,
    side: z.enum(DIRECTIONS).check(about('`buy` watches the ask, `sell` the bid.', 'sell')),
    price: SentPrice,
  })
  .check(component('AlertRequest', 'The price to wait for.'));

export const createAlert = defineOperation({
  id: 'createAlert',
  tag: 'alerts',
  method: 'POST',
  path: '/alerts',
  summary: 'Create a price alert',
  description:
    'Creates an alert. Repeating the request for the same price returns the pending alert.',
  liveOnly: true,
  scope: 'trade',
  body: AlertRequest,
  status: 201,
  reply: Alert,
  codes: ['not-found', 'price-unavailable', 'alert-reached', 'too-many-alerts'],
});

export const deleteAlert = defineOperation({
  id: 'deleteAlert',
  tag: 'alerts',
  method: 'DELETE',
  path: '/alerts/{alert_id}',
  summary: 'Delete a price alert',
  description: 'Deletes a pending or reached alert.',
  liveOnly: true,
  scope: 'trade',
  params: z.strictObject({ alert_id: OpaqueId.check(about('The id of the alert.', '4711')) }),
  status: 204,
  codes: ['not-found'],
});

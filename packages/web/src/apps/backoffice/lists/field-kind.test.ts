import { calendarEvents } from '@halyard/contract/backoffice/calendar-events';
import { customers } from '@halyard/contract/backoffice/customers';
import { popups } from '@halyard/contract/backoffice/popups';
import { positions } from '@halyard/contract/backoffice/positions';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { staff } from '@halyard/contract/backoffice/staff';
import { symbols } from '@halyard/contract/backoffice/symbols';
import { Instant } from '@halyard/contract/wire';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { kindOf } from './field-kind.ts';

it.each([
  ['id', customers.shape.row.id.schema, 'whole'],
  ['created_at', customers.shape.row.created_at.schema, 'instant'],
  ['cash', customers.shape.row.cash.schema, 'euros'],
  ['status', customers.shape.row.status.schema, 'choice'],
  ['verified', customers.shape.row.verified.schema, 'flag'],
  ['email', staff.shape.actions.create.input.email, 'text'],
  ['roles', staff.shape.row.roles.schema, 'choices'],
  ['open_rate', z.number(), 'number'],
  ['sell', symbols.shape.row.sell.schema, 'number'],
  ['buy', positions.shape.detail.open_quote.schema.shape.buy, 'number'],
  ['created_from', customers.shape.filters.created_from.schema, 'day'],
  ['judged_at', z.nullable(Instant), 'instant'],
  ['permissions', customers.shape.actions.permit.input.permissions, 'grid'],
  ['permissions', customers.shape.detail.permissions.schema, 'record'],
  ['notes', z.array(z.object({ id: z.int() })), 'rows'],
  ['content', popups.shape.actions.create.input.content, 'prose'],
  ['title', popups.shape.actions.create.input.title, 'text'],
  ['from', popups.shape.actions.create.input.from, 'moment'],
  ['importance', calendarEvents.shape.actions.create.input.importance, 'choice'],
])('reads %s as it is declared', (name, schema, kind) => {
  expect(kindOf(name, schema).kind).toBe(kind);
});

it('supports every declared field', () => {
  for (const { shape } of RESOURCES) {
    for (const [name, { schema }] of Object.entries({ ...shape.row, ...shape.detail })) {
      expect(kindOf(name, schema).kind).toBeTypeOf('string');
    }
  }
});

// The compiler checks these types. A narrowing that contradicts the database does not compile.
import type { Direction, Points } from '@halyard/core/instrument';
import type { Generated, Insertable, Selectable } from 'kysely';
import { expectTypeOf, it } from 'vitest';

import type { Narrow } from './table-types.ts';
import type { Tables } from './tables/tables.ts';

type Alerts = Narrow<'price_alerts', { side: Direction; fired_points: Points }>;
type Customers = Narrow<'customers', { language: 'en' | 'de'; documents: { passport?: string } }>;

it('narrows columns and keeps their nullability and defaults', () => {
  expectTypeOf<Selectable<Alerts>['side']>().toEqualTypeOf<Direction>();
  expectTypeOf<Selectable<Alerts>['fired_points']>().toEqualTypeOf<Points | null>();
  expectTypeOf<Customers['language']>().toEqualTypeOf<Generated<'en' | 'de'>>();
  expectTypeOf<Selectable<Customers>['documents']>().toEqualTypeOf<{ passport?: string }>();
});

it('keeps the other columns', () => {
  expectTypeOf<Alerts['symbol']>().toEqualTypeOf<Tables['price_alerts']['symbol']>();
  expectTypeOf<Insertable<Alerts>>().pick('id').toEqualTypeOf<{ id?: number | undefined }>();
});

it('rejects a narrowing that contradicts the database', () => {
  // @ts-expect-error -- the column holds a number
  expectTypeOf<Narrow<'price_alerts', { points: string }>>().toBeObject();
  // @ts-expect-error -- there is no such column
  expectTypeOf<Narrow<'price_alerts', { side: Direction; colour: string }>>().toBeObject();
  // @ts-expect-error -- the generated type decides whether it may be null
  expectTypeOf<Narrow<'price_alerts', { fired_points: Points | null }>>().toBeObject();
  // @ts-expect-error -- there is no such table
  expectTypeOf<Narrow<'price_alarms', { side: Direction }>>().toBeObject();
});

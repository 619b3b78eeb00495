// I8: what was opened, set aside or paid out was there at some moment when it may have been decided.
import type { EngineRules } from '@halyard/core/engine';

import type { MarketLog } from './market-log.ts';
import { gappedQuote, worthAt } from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';
import { demand } from './violation.ts';

/** What was known of the market between the taking of a command and its commit. */
export type Span = { readonly log: MarketLog; readonly from: number; readonly until: number };

export type Room = {
  readonly accountId: number;
  /** The balance, of a withdrawal less what is not withdrawable. */
  readonly roomCents: number;
  readonly positions: readonly Stored[];
  readonly opened: number | undefined;
  /** Of a withdrawal: positions whose market is closed count as after their largest gap. */
  readonly isHold: boolean;
};

export function demandRoom(room: Room, span: Span, rules: EngineRules): void {
  const { accountId, roomCents, positions, opened, isHold } = room;
  const invested = positions.reduce((sum, { amount_cents: amount }) => sum + amount, 0);
  const free = roomCents - invested;
  demand(free >= 0, 'I8', `account ${accountId} has a free margin of ${free}`);
  const others = positions.filter(({ id }) => id !== opened);
  const moments = span.log.moments.slice(span.from, span.until + 1);
  const isThere = moments.some(({ quotes, states }) => {
    const worth = others.reduce((sum, position) => {
      const { symbol } = position;
      const quote = quotes[symbol];
      if (quote === undefined) return sum;
      const isGapped = isHold && states[symbol] !== 'live';
      return sum + worthAt(position, isGapped ? gappedQuote(symbol, quote, rules) : quote);
    }, 0);
    return free + worth >= 0;
  });
  demand(isThere, 'I8', `account ${accountId} had open losses beyond its free margin`);
}

// I2 of overnight financing: each charge is what its recorded margin and rate come to, and the position
// had that margin.
import type { EngineRules } from '@halyard/core/engine';

import type { CommitRows } from './commit-rows.ts';
import { asPosition, nightCents, rateOf } from './rules-oracle.ts';
import type { SimTables } from './sim-tables.ts';
import { demand } from './violation.ts';

export function demandFinancing(rows: CommitRows, tables: SimTables, rules: EngineRules): void {
  const charges = rows.posting.filter(({ kind }) => kind === 'financing');
  demand(charges.length === rows.financing.length, 'I2', 'each night is recorded');
  if (charges.length === 0) return;
  const remainders = findRemainders(rows);
  rows.financing.forEach((basis, place) => {
    const posting = tables.postings.get(Number(charges[place]?.id));
    const reference = String(posting?.reference);
    demand(basis.posting_id === posting?.id, 'I2', `the night of ${reference} is recorded`);
    const row = tables.positions.get(Number(reference.replace('position:', '')));
    const position = asPosition(row ?? {});
    demand(basis.rate_bps_year === rateOf(position, rules), 'I2', `the rate of ${reference}`);
    const [amount, remaining] = [Number(basis.amount_cents), Number(basis.remaining_cents)];
    const left = remainders.get(position.id) ?? 0;
    demand(remaining === left, 'I2', `${reference} left ${left} open, not ${remaining}`);
    const costOf = (cents: number): number =>
      nightCents({ ...position, amount_cents: cents }, rules);
    const paid = (posting?.entries ?? []).reduce(
      (sum, entry) => (entry.customer_id === null ? sum : sum - Number(entry.amount_cents)),
      0,
    );
    const cost = costOf(amount) - costOf(remaining);
    demand(paid === cost, 'I2', `${reference} paid ${paid} for a night of ${cost}`);
    const closed = amount - remaining;
    // A part may have closed after the charge, in the same commit.
    const isHeld =
      closed === position.amount_cents ||
      (rows.command.length > 1 && closed > position.amount_cents);
    demand(isHeld, 'I2', `${reference} had a margin of ${closed}`);
  });
}

/** By the id of each part that closed, what stayed open of its position. */
function findRemainders({ command }: CommitRows): ReadonlyMap<number, number> {
  const remainders = new Map<number, number>();
  for (const { outcome } of command) {
    const { events = [] } = JSON.parse(String(outcome)) as { events?: readonly Reduced[] };
    for (const { kind, closed, remainingCents } of events) {
      if (kind !== 'position-reduced' || closed === undefined) continue;
      remainders.set(closed.id, remainingCents ?? 0);
    }
  }
  return remainders;
}

type Reduced = {
  readonly kind: string;
  readonly closed?: { readonly id: number };
  readonly remainingCents?: number;
};

// Holds every amendment of an entry order against a naive merge: the order has each term that the
// customer sent, and keeps every other one. So do the rows that are committed.
import { toColumnName } from '#engine/commit/commit-columns.ts';
import type { AmendOrder, OrderTerms } from '@halyard/core/engine';
import type { EntryOrder } from '@halyard/core/order';
import { DAY_MS } from '@halyard/core/time';

import type { CommitRows } from '../commit-rows.ts';
import { count } from '../injected-failures.ts';
import type { Counts } from '../injected-failures.ts';
import type { SimRequest } from '../sim-request.ts';
import type { SimTables } from '../sim-tables.ts';
import type { CommandEvent, StoredOutcome } from '../stored-outcome.ts';
import { demand } from '../violation.ts';

const LIFE_MS = 90 * DAY_MS;
const TERMS: readonly (keyof OrderTerms)[] = [
  'amountCents',
  'points',
  'stopPoints',
  'stopDistance',
  'targetPoints',
  'targetDistance',
  'trailDistance',
  'expiry',
  'expiresAtMs',
];

export class AmendmentCheck {
  readonly #tables: SimTables;
  readonly #counts: Counts;
  /** By request id; no two amendments share one. */
  readonly #sent = new Map<string, AmendOrder>();
  /** The terms of each order by the answers so far. */
  readonly #orders = new Map<number, EntryOrder>();

  constructor(tables: SimTables, counts: Counts) {
    this.#tables = tables;
    this.#counts = counts;
  }

  noteSent({ requestId, content }: SimRequest): void {
    if (content.kind === 'amend-order') this.#sent.set(requestId, content);
  }

  onCommitted({ command, order }: CommitRows): void {
    for (const { account_id: accountId, request_id: requestId } of command) {
      const stored = this.#tables.commands.get(`${String(accountId)} ${String(requestId)}`);
      const outcome = stored?.outcome as StoredOutcome | undefined;
      const { events = [] } = outcome ?? {};
      if (outcome === undefined || outcome.kind === 'refused') continue;
      const sent = this.#sent.get(String(requestId));
      if (sent !== undefined) this.#checkSent(sent, events);
      for (const event of events) this.#note(event);
    }
    for (const row of order) {
      const known = this.#orders.get(Number(row.id));
      for (const name of TERMS) {
        const isSame = row[toColumnName(name)] === known?.[name];
        demand(isSame, 'I14', `order ${String(row.id)} is stored with another ${name}`);
      }
    }
  }

  #note({ kind, order }: CommandEvent): void {
    if (order === undefined) return;
    const known = this.#orders.get(order.id);
    if (kind === 'order-placed' || known === undefined) this.#orders.set(order.id, order);
    else demandTerms(order, known);
  }

  #checkSent(sent: AmendOrder, events: readonly CommandEvent[]): void {
    const before = this.#orders.get(sent.orderId);
    demand(before !== undefined, 'I14', `order ${sent.orderId} was amended before it was placed`);
    if (before === undefined) return;
    const amended = events.find(({ kind }) => kind === 'order-amended');
    const expected = merge(before, sent, amended?.atMs);
    this.#orders.set(sent.orderId, expected);
    // Without an event nothing may have changed.
    demandTerms(amended?.order ?? before, expected);
    const isPartial = TERMS.some((name) => sent[name] === undefined && before[name] !== null);
    if (isPartial && amended !== undefined) count(this.#counts, 'an amendment of some terms');
  }
}

function merge(before: EntryOrder, sent: AmendOrder, atMs = 0): EntryOrder {
  const merged: Record<string, unknown> = { ...before };
  for (const name of TERMS) if (sent[name] !== undefined) merged[name] = sent[name];
  // An order without a time lasts for the longest one, from the moment at which it gets none.
  if (sent.expiresAtMs === null) {
    merged['expiresAtMs'] = before.expiry === 'gtc' ? before.expiresAtMs : atMs + LIFE_MS;
  }
  return merged as EntryOrder;
}

function demandTerms(order: EntryOrder, expected: EntryOrder): void {
  for (const name of TERMS) {
    const what = `order ${order.id} has ${name} ${order[name]}, not ${expected[name]}`;
    demand(order[name] === expected[name], 'I14', what);
  }
}

// Holds every commit against the invariants and the oracle, as soon as it took effect. It keeps
// its own books of what was committed, and trusts no figure that the engine wrote.
import type { EngineRules } from '@halyard/core/engine';

import type { SqlRow } from './array-cells.ts';
import type { CommitRows } from './commit-rows.ts';
import { CommitSequence } from './commit-sequence.ts';
import { count } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';
import { instrumentOf } from './market-walk.ts';
import { isTraded } from './market-log.ts';
import type { MarketLog } from './market-log.ts';
import { demandFinancing } from './financing-check.ts';
import type { OrderCheck } from './orders/order-check.ts';
import { demandRoom } from './room-check.ts';
import { quoteOf } from './fill-quote.ts';
import type { FillQuote } from './fill-quote.ts';
import type { Span } from './room-check.ts';
import type { StoredOutcome } from './stored-outcome.ts';
import {
  asPosition,
  fillPoints,
  isLeverageAllowed,
  marketPoints,
  orderPoints,
  profitAt,
  stopOutPoints,
} from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';
import type { SimTables } from './sim-tables.ts';
import { toTerms } from './stored-terms.ts';
import { openedOf, PartBooks } from './part-books.ts';
import { demand } from './violation.ts';
import type { TrailBounds } from './trail-bounds.ts';
import { TwinBooks } from './twin-books.ts';

type Books = { cash: number; credit: number; held: number; debt: number };

export type CheckerOptions = {
  readonly tables: SimTables;
  readonly rules: EngineRules;
  readonly counts: Counts;
  readonly trails: TrailBounds;
  readonly orders: OrderCheck;
};

export class Checker {
  readonly #tables: SimTables;
  readonly #rules: EngineRules;
  readonly #counts: Counts;
  readonly #books = new Map<number, Books>();
  /** Of the commit at hand: by which terms of these it was judged is not known. */
  #changedTerms: ReadonlySet<unknown> = new Set();
  readonly #twins: TwinBooks;
  readonly #parts: PartBooks;
  readonly #trails: TrailBounds;
  readonly #orders: OrderCheck;
  readonly #sequence: CommitSequence;

  constructor({ tables, rules, counts, trails, orders }: CheckerOptions) {
    this.#tables = tables;
    this.#rules = rules;
    this.#counts = counts;
    this.#trails = trails;
    this.#orders = orders;
    this.#sequence = new CommitSequence(tables);
    this.#twins = new TwinBooks(rules, counts);
    this.#parts = new PartBooks(tables);
  }

  /** To be called when the tables have the rows, before anything else happens. */
  onCommitted(rows: CommitRows, span: Span): void {
    this.#changedTerms = new Set(rows.terms.map(({ id }) => id));
    for (const { kind, facts } of rows.notice) {
      const { rule } = JSON.parse(String(facts)) as { readonly rule?: string };
      count(this.#counts, `a notice: ${rule ?? String(kind)}`);
    }
    this.#sequence.check(rows);
    this.#checkLedger(rows);
    for (const row of [...rows.new, ...rows.set]) this.#checkPosition(row, span);
    this.#trails.onCommitted(rows);
    this.#orders.onCommitted(rows, (symbol, quote) => isTraded(span.log, symbol, quote));
    demandFinancing(rows, this.#tables, this.#rules);
    this.#checkAnswers(rows);
    this.#checkAccounts(rows);
    this.#checkRooms(rows, span);
  }

  /** The whole of the books against the tables. */
  checkAll(): void {
    for (const [id, account] of this.#tables.accounts) {
      const books = this.#booksOf(id);
      const holds = [...(this.#tables.holds.get(id)?.values() ?? [])];
      const held = holds.reduce((sum, amount) => sum + amount, 0);
      demand(account.cash_cents === books.cash, 'I2', `cash of account ${String(id)}`);
      demand(account.credit_cents === books.credit, 'I2', `credit of account ${String(id)}`);
      demand(held === books.held, 'I2', `what is set aside of account ${String(id)}`);
    }
    let sum = 0;
    for (const { entries } of this.#tables.postings.values()) {
      for (const { amount_cents: amount } of entries) sum += Number(amount);
    }
    demand(sum === 0, 'I1', `all entries sum to ${sum}`);
  }

  cashOf(accountId: number): number {
    return this.#booksOf(accountId).cash;
  }

  #checkLedger({ posting, notice }: CommitRows): void {
    const cancelled = new Set(notice.flatMap(listLost));
    for (const { id, kind, reference } of posting) {
      if (cancelled.has(reference)) this.#countCovered(Number(id));
      const stored = this.#tables.postings.get(Number(id));
      const entries = stored?.entries ?? [];
      if (stored !== undefined) this.#twins.note(stored);
      let sum = 0;
      for (const { account, customer_id: customer, amount_cents: amount } of entries) {
        demand(
          Number.isSafeInteger(amount) && amount !== 0,
          'I1',
          `an entry of posting ${String(id)}`,
        );
        sum += Number(amount);
        if (customer === null) continue;
        const books = this.#booksOf(Number(customer));
        if (account === 'customer:cash') books.cash += Number(amount);
        else if (account === 'customer:credit') books.credit += Number(amount);
        else if (account === 'customer:withdrawal-hold') books.held += Number(amount);
        else if (account === 'customer:debt') books.debt -= Number(amount);
      }
      demand(sum === 0 && entries.length > 1, 'I1', `posting ${String(id)} sums to ${sum}`);
      count(this.#counts, `a posting of ${String(kind)}`);
    }
  }

  /** I9 and I10 of a position that is new or changed, and that its profit is what it must be. */
  #checkPosition(row: SqlRow, span: Span): void {
    const stored = this.#tables.positions.get(Number(row.id)) ?? row;
    const position = asPosition(stored);
    if (row.account_id !== undefined) this.#checkOpening(position, stored, span);
    if (row.close_points !== null) this.#checkClosing(position, stored, span);
    const isWhole = Number.isSafeInteger(row.amount_cents) && Number(row.amount_cents) >= 100;
    demand(isWhole, 'I8', `position ${position.id} has ${String(row.amount_cents)} cents`);
  }

  #checkOpening(position: Stored, stored: SqlRow, { log }: Span): void {
    const { id } = position;
    const quote = quoteOf(stored, 'open');
    const order = orderPoints(position.direction, quote);
    demand(position.open_points === order, 'I9', `position ${String(id)} opened at ${order}`);
    const stopOut = stopOutPoints(position);
    const isRight = position.termination_points === stopOut;
    demand(isRight, 'I9', `position ${String(id)} terminates at ${stopOut}`);
    // The closed part of an older one keeps its quote, which this program may never have seen.
    if (stored.close_points !== null) return;
    this.#checkQuote(position, { log, quote, atMs: Number(stored.opened_at_ms) });
    const account = this.#tables.accounts.get(position.account_id);
    const instrument = instrumentOf(position.symbol);
    const terms = toTerms(account ?? {});
    const isAllowed = isLeverageAllowed(position, instrument, {
      terms,
      regime: this.#rules.regime,
    });
    const isJudged = !this.#changedTerms.has(position.account_id);
    demand(
      isAllowed || !isJudged,
      'I10',
      `position ${String(id)} has leverage ${position.leverage}`,
    );
    demand(
      position.amount_cents <= instrument.amountMaxCents,
      'I10',
      `position ${String(id)} is too large`,
    );
  }

  #checkClosing(position: Stored, stored: SqlRow, { log }: Span): void {
    const { id } = position;
    const quote = quoteOf(stored, 'close');
    const fill = fillPoints(position, quote);
    demand(stored.close_points === fill, 'I9', `position ${String(id)} closed at ${fill}`);
    this.#checkQuote(position, { log, quote, atMs: Number(stored.closed_at_ms) });
    const profit = profitAt(position, fill);
    demand(
      stored.profit_cents === profit,
      'I2',
      `position ${String(id)} has a profit of ${profit}`,
    );
    const market = profitAt(position, marketPoints(position, quote));
    const entries = this.#tables.keys.get(`trade:position:${id}`)?.entries ?? [];
    const moved = (account: string): number =>
      entries.reduce(
        (sum, entry) => (entry.account === account ? sum + Number(entry.amount_cents) : sum),
        0,
      );
    const own = moved('customer:cash') + moved('customer:credit');
    demand(own === profit, 'I5', `position ${String(id)} moved ${own} once`);
    demand(moved('house:trading') === 0 - market, 'I5', `position ${String(id)} and house:trading`);
    demand(
      moved('house:protection') === market - profit,
      'I5',
      `position ${String(id)} and its guarantee`,
    );
    if (market !== profit) count(this.#counts, 'a guarantee of the house');
    count(this.#counts, `closed: ${String(stored.closing_reason)}`);
  }

  #checkQuote(
    { id, symbol }: Stored,
    used: { readonly log: MarketLog; readonly quote: FillQuote; readonly atMs: number },
  ): void {
    const { log, quote, atMs } = used;
    demand(
      isTraded(log, symbol, quote),
      'I9',
      `position ${String(id)} uses quote ${quote.sequence}, which nobody gave`,
    );
    const ageMs = atMs - quote.receivedAtMs;
    const isYoung = ageMs <= instrumentOf(symbol).staleAfterMs;
    demand(isYoung, 'I9', `position ${String(id)} uses a quote ${ageMs} ms old`);
  }

  /** I5: each position is told of by the one command that made it. */
  #checkAnswers({ command, new: created, order }: CommitRows): void {
    const made = new Set<number>();
    for (const row of order.filter(({ outcome }) => outcome === 'filled')) {
      made.add(Number(row.position_id));
      this.#parts.open(openedOf(row, this.#tables.positions.get(Number(row.position_id)) ?? {}));
    }
    for (const row of command) {
      const outcome = this.#outcomeOf(row);
      if (outcome.kind === 'refused') count(this.#counts, `refused: ${outcome.refusal?.code}`);
      for (const event of outcome.events ?? []) {
        count(this.#counts, `done: ${event.kind}`);
        if (event.kind === 'position-opened' && event.position !== undefined) {
          made.add(event.position.id);
          this.#parts.open(event.position);
        }
        if (event.kind === 'position-reduced') {
          made.add(Number(event.closed?.id));
          this.#parts.note(Number(event.positionId), Number(event.closed?.id));
        }
      }
    }
    this.#parts.check();
    demand(made.size === created.length, 'I5', 'a position is new that no command made');
    for (const { id } of created)
      demand(made.has(Number(id)), 'I5', `position ${String(id)} has a command`);
  }

  /** What held funds cover, and balance protection would pay without them. */
  #countCovered(postingId: number): void {
    const [entry] = this.#tables.postings.get(postingId)?.entries ?? [];
    const accountId = Number(entry?.customer_id);
    const isRetail = this.#tables.accounts.get(accountId)?.client_category === 'retail';
    const short = Math.max(0, 0 - this.#balanceOf(accountId));
    const covered = isRetail ? Math.min(short, Math.abs(Number(entry?.amount_cents))) : 0;
    count(this.#counts, 'a withdrawal cancelled for a loss');
    count(this.#counts, 'cents of balance protection without held funds', covered);
  }

  #outcomeOf(row: SqlRow): StoredOutcome {
    const stored = this.#tables.commands.get(`${String(row.account_id)} ${String(row.request_id)}`);
    demand(stored !== undefined, 'I4', `command ${String(row.sequence)} is not stored`);
    return stored?.outcome as StoredOutcome;
  }

  /** I2, and of I8 that nobody is left owing when all is closed. */
  #checkAccounts(rows: CommitRows): void {
    for (const { id } of rows.balance) {
      const account = this.#tables.accounts.get(Number(id));
      const books = this.#booksOf(Number(id));
      demand(
        account?.cash_cents === books.cash,
        'I2',
        `cash of account ${String(id)} is ${books.cash}`,
      );
      demand(account?.credit_cents === books.credit, 'I2', `credit of account ${String(id)}`);
      demand(account?.debt_cents === books.debt, 'I2', `debt of account ${String(id)}`);
      this.#checkTwin(Number(id), books);
    }
    const closed = rows.set.filter(({ close_points: points }) => points !== null);
    for (const { id } of closed) {
      const { account_id: accountId } = asPosition(this.#tables.positions.get(Number(id)) ?? {});
      const account = this.#tables.accounts.get(accountId);
      const isAllClosed = this.#tables.open.get(accountId)?.size === 0;
      if (!isAllClosed || account?.client_category !== 'retail') continue;
      // A charge-back or a night may have been booked after the close, in the same batch.
      if (rows.command.some((row) => row.account_id === accountId)) continue;
      const balance = this.#balanceOf(accountId);
      demand(balance >= 0, 'I8', `account ${accountId} has ${balance} and nothing open`);
    }
  }

  /** I12: nobody is better off by asking for money, or by taking that back. */
  #checkTwin(id: number, { cash, credit, held }: Books): void {
    const twin = this.#twins.of(id);
    const own = cash + held;
    const isSame = own === twin.cash && credit === twin.credit;
    const what = `account ${id} owns ${own} and ${credit}, but without withdrawals`;
    demand(isSame, 'I12', `${what} ${twin.cash} and ${twin.credit}`);
  }

  #checkRooms(rows: CommitRows, span: Span): void {
    const byAccount = Map.groupBy(rows.command, ({ account_id: id }) => Number(id));
    for (const [accountId, commands] of byAccount) {
      const [row] = commands;
      if (row === undefined || commands.length > 1) continue;
      const [event] = this.#outcomeOf(row).events ?? [];
      const isHold = /^(?:hold|payout):/.test(String(row.request_id)) && event !== undefined;
      const opened = event?.kind === 'position-opened' ? event.position?.id : undefined;
      const closed = [...rows.set, ...rows.new].filter(({ close_points: at }) => at !== null);
      const isChangedByTick = closed.some(
        ({ id }) => this.#tables.positions.get(Number(id))?.account_id === accountId,
      );
      const isFilled = rows.order.some(
        ({ outcome, account_id: id }) => outcome === 'filled' && id === accountId,
      );
      if ((!isHold && opened === undefined) || isChangedByTick || isFilled) continue;
      count(this.#counts, 'the room of an opening or a withdrawal is looked at');
      const { credit, debt } = this.#booksOf(accountId);
      const isInternational = this.#rules.regime === 'international';
      const locked = isHold ? debt + (isInternational ? credit : 0) : 0;
      const roomCents = this.#balanceOf(accountId) - locked;
      const positions = [...(this.#tables.open.get(accountId)?.values() ?? [])].map(asPosition);
      demandRoom({ accountId, roomCents, positions, opened, isHold }, span, this.#rules);
    }
  }

  #balanceOf(accountId: number): number {
    const { cash, credit } = this.#booksOf(accountId);
    return this.#rules.regime === 'international' ? cash + credit : cash;
  }

  #booksOf(accountId: number): Books {
    const known = this.#books.get(accountId);
    if (known !== undefined) return known;
    const fresh = { cash: 0, credit: 0, held: 0, debt: 0 };
    this.#books.set(accountId, fresh);
    return fresh;
  }
}

/** The withdrawal that a notice says a loss has cancelled. */
function listLost({ kind, facts }: SqlRow): readonly unknown[] {
  if (kind !== 'withdrawal-cancelled') return [];
  const { reference, cause } = JSON.parse(String(facts)) as Record<string, unknown>;
  return cause === 'loss' ? [reference] : [];
}

// A model of the engine's tables: each statement whole or not at all, with the refusals of the
// SQL. A conformance test runs the same cases on it and on the real databases.
import { BatchNotes } from './edges/batch-notes.ts';
import { readCommit } from './commit-rows.ts';
import type { SqlRow } from './array-cells.ts';
import type { CommitRows } from './commit-rows.ts';
import type { Sabotage } from './injected-failures.ts';
import { OrderTables } from './orders/order-tables.ts';
import { checkFailed, differs, duplicate, sqlFailure } from './constraints/sql-failure.ts';
import type { SimProcess } from './sim-process.ts';
import { toTerms } from './stored-terms.ts';
import {
  assertNew,
  assertWhole,
  isIn,
  positionOf,
  raise,
  sortedById,
} from './constraints/table-constraints.ts';

export const FENCED = 'P0E01';
const LOST_EVERY = 50;

export type Posting = SqlRow & { readonly entries: readonly SqlRow[] };
export type Lease = { epoch: number; owner: string; expiresAtMs: number; batch: number };

type Taker = {
  readonly owner: string;
  readonly ttlMs: number;
  readonly isAlone: boolean;
  /** Absent where no process can die. */
  readonly process?: SimProcess | undefined;
};

export class SimTables {
  /** When the server was started. */
  startedAtMs = -Infinity;
  readonly noted = new BatchNotes();
  #holder: SimProcess | undefined;
  #standby: Taker | undefined;
  readonly lease: Lease = { epoch: 0, owner: '', expiresAtMs: -Infinity, batch: 0 };
  readonly accounts = new Map<number, SqlRow>();
  readonly positions = new Map<number, SqlRow>();
  /** Of each account, by id. */
  readonly open = new Map<number, Map<number, SqlRow>>();
  readonly holds = new Map<number, Map<string, number>>();
  readonly postings = new Map<number, Posting>();
  readonly keys = new Map<string, Posting>();
  readonly commands = new Map<string, SqlRow>();
  /** The answer of each command, as it was written. */
  readonly answers = new Map<string, string>();
  readonly notices = new Map<number, SqlRow>();
  /** What engine_adjust writes. */
  readonly adjusted = new OrderTables();
  readonly #highest = { position_id: 0, order_id: 0, posting_id: 0, notice: 0, sequence: 0 };
  readonly #toldCloses = new Set<unknown>();
  readonly #sabotage: Sabotage | undefined;

  constructor(sabotage?: Sabotage) {
    this.#sabotage = sabotage;
  }

  takeLease(taker: Taker, nowMs: number): SqlRow[] {
    const { lease } = this;
    const isOurs = lease.owner === '' || lease.owner === taker.owner;
    const isUp = this.startedAtMs < nowMs - taker.ttlMs;
    const isFree = lease.expiresAtMs < nowMs || isOurs || (isUp && !this.isOwnerThere);
    if (!taker.isAlone && !isFree) {
      this.#standby = taker;
      return [];
    }
    this.#holder = taker.process;
    lease.epoch += 1;
    lease.owner = taker.owner;
    lease.expiresAtMs = nowMs + taker.ttlMs;
    return [{ epoch: lease.epoch, batch: lease.batch }];
  }

  /** `ttlsMs`: without and with a program that stands by. */
  renewLease(
    holder: { readonly epoch: number; readonly owner: string },
    nowMs: number,
    ttlsMs: readonly [number, number],
  ): SqlRow[] {
    const { epoch, owner } = holder;
    if (this.lease.epoch !== epoch || this.lease.owner !== owner) return [];
    const ttlMs = ttlsMs[this.hasStandby ? 1 : 0];
    this.lease.expiresAtMs = nowMs + ttlMs;
    return [{ epoch, ttl_ms: ttlMs }];
  }

  get hasStandby(): boolean {
    const { owner = this.lease.owner, process } = this.#standby ?? {};
    return owner !== this.lease.owner && process?.isAlive !== false;
  }

  /** Whether the connection that took the lease lasts. */
  get isOwnerThere(): boolean {
    return this.#holder?.isAlive !== false;
  }

  releaseLease(epoch: number, owner: string): void {
    if (this.lease.epoch !== epoch || this.lease.owner !== owner) return;
    this.lease.owner = '';
    this.lease.expiresAtMs = -Infinity;
  }

  /** Throws when the epoch is over. */
  assertEpoch(epoch: number): void {
    if (this.#sabotage === 'no-fence' || epoch === this.lease.epoch) return;
    throw sqlFailure(FENCED, `the lease of epoch ${epoch} is over`);
  }

  /** Throws what the database would; then nothing has changed. */
  commit(values: readonly unknown[]): CommitRows {
    this.assertEpoch(Number(values[0]));
    const rows = this.#readRows(values);
    this.#assertLedger(rows);
    this.#assertAccounts(rows);
    this.#assertHolds(rows);
    this.#assertPositions(rows);
    assertWhole(rows.command);
    this.#assertUnique(rows);
    this.adjusted.assert(rows, {
      account: (id) => isIn(rows.added, id) || this.accounts.has(Number(id)),
      position: (id) => isIn(rows.new, id) || this.positions.has(Number(id)),
    });
    const isLost = this.#sabotage === 'lost-commit' && rows.batch % LOST_EVERY === 0;
    if (!isLost) this.#write(rows);
    return rows;
  }

  #readRows(values: readonly unknown[]): CommitRows {
    const rows = readCommit(values);
    if (this.#sabotage !== 'forgotten-refusals') return rows;
    const isDone = ({ outcome }: SqlRow): boolean => !String(outcome).includes('"refused"');
    return { ...rows, command: rows.command.filter(isDone) };
  }

  highest(): SqlRow {
    return { ...this.#highest, order_id: this.adjusted.highestId };
  }

  accountsAfter(id: number): SqlRow[] {
    return sortedById(this.accounts.values())
      .filter((row) => Number(row.id) > id)
      .map((row) => {
        const holds = this.holds.get(Number(row.id));
        const isHolding = holds !== undefined && holds.size > 0;
        const terms = JSON.stringify(toTerms(row));
        return { ...row, terms, holds: isHolding ? Object.fromEntries(holds) : null };
      });
  }

  openPositionsAfter(id: number): SqlRow[] {
    const all = [...this.open.values()].flatMap((positions) => [...positions.values()]);
    return sortedById(all).filter((row) => Number(row.id) > id);
  }

  findCommands(asked: readonly (readonly [unknown, unknown])[]): SqlRow[] {
    return asked
      .map(([account, request]) => this.commands.get(`${String(account)} ${String(request)}`))
      .filter((row) => row !== undefined);
  }

  /** Of the ids that are a posting's key, what another account's command booked under it. */
  findFunds(asked: readonly (readonly [unknown, unknown])[]): SqlRow[] {
    return asked.flatMap(([account, request]) => {
      const entries = this.keys.get(String(request))?.entries ?? [];
      return entries.flatMap(({ customer_id: customer }) => {
        const isOther = customer !== null && customer !== account;
        const command = isOther
          ? this.commands.get(`${Number(customer)} ${String(request)}`)
          : undefined;
        return command === undefined ? [] : [{ ...command, account_id: account }];
      });
    });
  }

  #assertLedger({ posting, entry }: CommitRows): void {
    const sums = new Map<unknown, number>();
    for (const { posting_id: id, amount_cents: amount } of entry) {
      sums.set(id, (sums.get(id) ?? 0) + Number(amount));
    }
    for (const sum of sums.values()) if (sum !== 0) throw differs('a posting does not sum to zero');
    const ids = new Set(posting.map(({ id }) => id));
    const isOnce = ids.size === posting.length && ids.size === sums.size;
    const isSame = isOnce && posting.every(({ id }) => sums.has(id));
    if (!isSame) throw differs('the entries are not those of the postings');
    for (const { account, customer_id: customer } of entry) {
      const isCustomers = String(account).startsWith('customer:');
      if (isCustomers !== (customer !== null)) throw checkFailed('ledger_entries_owner');
    }
  }

  #assertAccounts({ added, terms, balance, told }: CommitRows): void {
    const addedIds = new Set(added.map(({ id }) => id));
    const isThere = (id: unknown): boolean => addedIds.has(id) || this.accounts.has(Number(id));
    for (const { id } of terms) {
      const isKnown = this.accounts.has(Number(id));
      if (addedIds.has(id) && isKnown) throw duplicate('trading_accounts_pkey');
      if (!isThere(id)) throw differs('an account whose terms change is not there');
    }
    for (const row of balance) {
      const known = this.accounts.get(Number(row.id));
      const cash = Number(known?.cash_cents ?? 0) + Number(row.cash_change);
      const credit = Number(known?.credit_cents ?? 0) + Number(row.credit_change);
      const debt = Number(known?.debt_cents ?? 0) + Number(row.debt_change);
      const isSame =
        isThere(row.id) &&
        cash === row.cash_cents &&
        credit === row.credit_cents &&
        debt === row.debt_cents;
      if (!isSame) throw differs('a balance in memory differs from the table');
      if (credit < 0) throw checkFailed('trading_accounts_credit_not_negative');
    }
    for (const { id } of told) {
      if (!isThere(id)) throw differs('an account that is told something is not there');
    }
  }

  #assertHolds({ hold }: CommitRows): void {
    for (const row of hold) {
      const held = this.holds.get(Number(row.account_id))?.get(String(row.reference));
      const amount = Number(row.amount_cents);
      const isNew = row.change === row.amount_cents;
      if (isNew && amount <= 0) throw checkFailed('withdrawal_holds_amount_positive');
      if (isNew && held !== undefined) throw duplicate('withdrawal_holds_pkey');
      const isChange = held !== undefined && held + Number(row.change) === amount && amount >= 0;
      if (!isNew && !isChange) throw differs('a hold in memory differs from the table');
    }
  }

  #assertPositions({ added, new: created, set }: CommitRows): void {
    const addedIds = new Set(added.map(({ id }) => id));
    const open = new Set<unknown>();
    const ids = new Set<unknown>();
    for (const row of created) {
      if (Number(row.amount_cents) <= 0) throw checkFailed('positions_amount_positive');
      if (ids.has(row.id) || this.positions.has(Number(row.id))) throw duplicate('positions_pkey');
      ids.add(row.id);
      if (row.close_points === null) open.add(row.id);
      const isThere = addedIds.has(row.account_id) || this.accounts.has(Number(row.account_id));
      if (!isThere) throw differs('the account of a position is not there');
    }
    for (const row of set) {
      const isOpen = open.has(row.id) || this.positions.get(Number(row.id))?.close_points === null;
      if (!isOpen) throw differs('a position that changes is not open');
      if (Number(row.amount_cents) <= 0) throw checkFailed('positions_amount_positive');
    }
  }

  #assertUnique({ posting, notice, command }: CommitRows): void {
    assertNew('postings_pkey', posting, (row) => [row.id, this.postings.has(Number(row.id))]);
    assertNew('postings_unique_key', posting, ({ unique_key: key }) => [
      key,
      this.keys.has(String(key)),
    ]);
    assertNew('account_notices_pkey', notice, ({ sequence }) => [
      sequence,
      this.notices.has(Number(sequence)),
    ]);
    const closes = notice.filter(({ kind }) => kind === 'forced-close');
    assertNew('account_notices_by_position', closes, ({ facts }) => {
      const id = positionOf(facts);
      return [id, this.#toldCloses.has(id)];
    });
    assertNew('commands_pkey', command, ({ sequence }) => [
      sequence,
      Number(sequence) <= this.#highest.sequence,
    ]);
    assertNew('commands_request', command, (row) => {
      const key = `${String(row.account_id)} ${String(row.request_id)}`;
      return [key, this.commands.has(key)];
    });
  }

  #write(rows: CommitRows): void {
    this.lease.batch = rows.batch;
    this.noted.note(rows);
    this.#writeAccounts(rows);
    for (const row of rows.new) {
      Object.assign(row, { trail_distance: null, trail_points: null, trail_sequence: null });
      this.positions.set(Number(row.id), row);
      this.#noteOpen(row);
      raise(this.#highest, 'position_id', row.id);
    }
    for (const row of rows.set) {
      const position = Object.assign(this.positions.get(Number(row.id)) ?? {}, row);
      this.#noteOpen(position);
    }
    this.adjusted.write(rows, this.positions);
    const entries = Map.groupBy(rows.entry, (row) => row.posting_id);
    for (const row of rows.posting) {
      const posting = { ...row, entries: entries.get(row.id) ?? [] };
      this.postings.set(Number(row.id), posting);
      this.keys.set(String(row.unique_key), posting);
      raise(this.#highest, 'posting_id', row.id);
    }
    for (const row of rows.notice) {
      this.notices.set(Number(row.sequence), row);
      if (row.kind === 'forced-close') this.#toldCloses.add(positionOf(row.facts));
      raise(this.#highest, 'notice', row.sequence);
    }
    for (const row of rows.command) {
      const key = `${String(row.account_id)} ${String(row.request_id)}`;
      const answer = String(row.outcome);
      this.answers.set(key, answer);
      this.commands.set(key, { ...row, outcome: JSON.parse(answer) as unknown });
      raise(this.#highest, 'sequence', row.sequence);
    }
  }

  #writeAccounts({ terms, balance, told, hold }: CommitRows): void {
    for (const row of terms) {
      const balances = { cash_cents: 0, credit_cents: 0, debt_cents: 0 };
      const fresh = { ...balances, warned_percent: null, financed_day: null };
      const account = this.accounts.get(Number(row.id)) ?? fresh;
      const categories: unknown = JSON.parse(String(row.permitted_categories));
      const indexes: unknown = JSON.parse(String(row.leverage_indexes));
      Object.assign(account, row, {
        permitted_categories: categories,
        leverage_indexes: indexes,
      });
      this.accounts.set(Number(row.id), account);
    }
    for (const { id, cash_cents, credit_cents, debt_cents } of balance) {
      const balances = { cash_cents, credit_cents, debt_cents };
      Object.assign(this.accounts.get(Number(id)) ?? {}, balances);
    }
    for (const row of told) Object.assign(this.accounts.get(Number(row.id)) ?? {}, row);
    for (const { account_id: id, reference, amount_cents: amount } of hold) {
      const holds = this.holds.get(Number(id)) ?? new Map<string, number>();
      this.holds.set(Number(id), holds);
      if (amount === 0) holds.delete(String(reference));
      else holds.set(String(reference), Number(amount));
    }
  }

  #noteOpen(row: SqlRow): void {
    const accountId = Number(row.account_id);
    const open = this.open.get(accountId) ?? new Map<number, SqlRow>();
    this.open.set(accountId, open);
    if (row.close_points === null) open.set(Number(row.id), row);
    else open.delete(Number(row.id));
  }
}

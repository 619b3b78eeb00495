// The simulated database server: statements take effect at one moment, or not; a commit may take
// its time and meanwhile holds the lock that a take-over wants.
import { Outage } from '#platform/outage/outage.ts';

import { STANDBY_STATEMENTS } from './edges/standby-statements.ts';
import type { Reading } from './edges/standby-statements.ts';
import { readArray } from './array-cells.ts';
import type { SqlRow } from './array-cells.ts';
import type { CommitRows } from './commit-rows.ts';
import type { Sabotage } from './injected-failures.ts';
import { packPositions } from './packed-positions.ts';
import type { SimProcess } from './sim-process.ts';
import { SimTables } from './sim-tables.ts';
import { sqlFailure } from './constraints/sql-failure.ts';
import type { VirtualTime } from './virtual-time.ts';

const LOCK_TIMEOUT_MS = 1_000;
const COMMIT_TIMEOUT_MS = 10_000;
const LEASE_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const CANCELED = '57014';
const TERMINATED = '57P01';
/** After so long a client cancels the wait for the standby. */
const CANCEL_WAIT_MS = 400;
/** Stands for the warning of a commit whose wait for the standby was cancelled. */
export const WAIT_CANCELLED = 'the wait was cancelled';

export type StatementKind =
  | 'commit'
  | 'take'
  | 'left'
  | 'renew'
  | 'release'
  | 'end-hanging'
  | 'read';
export type SentStatement = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** How long a commit takes. */
  readonly holdMs: number;
  readonly done: (answer: readonly SqlRow[] | Error) => void;
  readonly process?: SimProcess | undefined;
  /** Told when a commit took effect, at that moment. */
  readonly onCommitted: (rows: CommitRows) => void;
};

type Writing = { readonly end: (failure?: Error) => void };

/** Each statement of the engine by its beginning; one that is not known is a failure of the model. */
const STATEMENTS: readonly (readonly [string, StatementKind | Reading])[] = [
  ['select engine_commit(', 'commit'],
  ['select engine_adjust(', 'commit'],
  ['select * from engine_take_lease(', 'take'],
  ['select greatest(0, extract(epoch from expires_at', 'left'],
  ['update engine_lease\n  set expires_at', 'renew'],
  ["update engine_lease set owner = ''", 'release'],
  ['select pg_terminate_backend(', 'end-hanging'],
  ['select c.account_id,', (tables, values) => tables.findCommands(pairsOf(values))],
  ['select asked.account_id,', (tables, values) => tables.findFunds(pairsOf(values))],
  ['select\n  (select coalesce(max(id), 0) from positions)', (tables) => [tables.highest()]],
  // Nobody splits a symbol here: that is an operator's deed, with tests of its own.
  ['select distinct on (symbol) symbol, sequence,', () => []],
  [
    'select symbol, direction, sequence, points from trail_marks',
    (tables) => tables.adjusted.listMarks(),
  ],
  [
    'select id, account_id, symbol, direction, kind,',
    (tables, [which]) => pick(which, (after) => tables.adjusted.pendingAfter(after)),
  ],
  ['select id, cash_cents,', (tables, [which]) => pick(which, (id) => tables.accountsAfter(id))],
  [
    'select string_agg(encode(',
    (tables, [which]) => packPositions(pick(which, (id) => tables.openPositionsAfter(id))),
  ],
  ...STANDBY_STATEMENTS,
];

export function kindOf(text: string): StatementKind {
  const found = findStatement(text);
  return typeof found === 'string' ? found : 'read';
}

function findStatement(text: string): StatementKind | Reading {
  const row = STATEMENTS.find(([beginning]) => text.startsWith(beginning));
  if (row === undefined) throw new Error(`The simulated server knows no such statement: ${text}`);
  return row[1];
}

/** Returns the rows after an id, or those with the ids of an array. */
function pick(which: unknown, listAfter: (id: number) => SqlRow[]): SqlRow[] {
  if (!String(which).startsWith('{')) return listAfter(Number(which));
  const ids = new Set(readArray(String(which)));
  return listAfter(0).filter(({ id }) => ids.has(id));
}

export function read(tables: SimTables, text: string, values: readonly unknown[]): SqlRow[] {
  const reading = findStatement(text);
  if (typeof reading === 'string') throw new Error(`It does not read: ${text}`);
  return reading(tables, values);
}

function pairsOf([accounts, requests]: readonly unknown[]): readonly (readonly [
  unknown,
  unknown,
])[] {
  const ids = readArray(String(requests));
  return readArray(String(accounts)).map((account, index) => [account, ids[index]] as const);
}

export class SimServer {
  readonly tables: SimTables;
  isDown = false;
  /** Set when the synchronous standby does not answer: commits wait for it. */
  isStandbyLost = false;
  readonly #sabotage: Sabotage | undefined;
  readonly #time: VirtualTime;
  readonly #writing = new Set<Writing>();
  /** Who waits for the lock, in their order. */
  #waiting: (() => void)[] = [];
  /** Those who want it for themselves: they let no later commit pass. */
  #takers = 0;

  constructor(time: VirtualTime, sabotage?: Sabotage) {
    this.#time = time;
    this.#sabotage = sabotage;
    this.tables = new SimTables(sabotage);
  }

  receive(statement: SentStatement): void {
    const { text, values, done } = statement;
    if (this.isDown) {
      done(new Outage('database', 'The database cannot be reached: connection refused.'));
      return;
    }
    const kind = kindOf(text);
    if (kind === 'commit') this.#beginCommit(statement);
    else if (kind === 'take') this.#take(statement);
    else if (kind === 'renew' || kind === 'release') this.#changeLease(kind, statement);
    else if (kind === 'left') this.#readLeft(done);
    else if (kind === 'end-hanging') this.#endHanging(done);
    else done(read(this.tables, text, values));
  }

  /** Everything that has not taken effect is lost. */
  goDown(): void {
    this.isDown = true;
    this.isStandbyLost = false;
    const failure = sqlFailure(TERMINATED, 'the server shuts down');
    for (const { end } of this.#writing) end(failure);
  }

  #beginCommit(statement: SentStatement): void {
    if (this.#takers > 0) {
      this.#waiting.push(() => this.#beginCommit(statement));
      return;
    }
    const { values, holdMs, done } = statement;
    try {
      this.tables.assertEpoch(Number(values[0]));
    } catch (error) {
      done(error as Error);
      return;
    }
    if (this.isStandbyLost) {
      this.#awaitStandby(statement);
      return;
    }
    if (holdMs === 0) {
      this.#commit(statement);
      return;
    }
    const writing: Writing = {
      end: (failure) => {
        if (!this.#writing.delete(writing)) return;
        if (failure === undefined) this.#commit(statement);
        else done(failure);
        this.#wake();
      },
    };
    this.#writing.add(writing);
    const isTooLong = holdMs > COMMIT_TIMEOUT_MS;
    this.#time.after(Math.min(holdMs, COMMIT_TIMEOUT_MS), () => {
      writing.end(isTooLong ? sqlFailure(CANCELED, 'statement timeout') : undefined);
    });
  }

  /**
   * The commit is on the primary's disk only, which will be lost. It waits until the primary dies, or
   * until the wait is cancelled: then it is answered with a warning.
   */
  #awaitStandby({ done }: SentStatement): void {
    if (this.#sabotage === 'asynchronous-replica') {
      done([{}]);
      return;
    }
    const writing: Writing = {
      end: (failure) => {
        if (!this.#writing.delete(writing)) return;
        done(failure ?? [{ [WAIT_CANCELLED]: true }]);
        this.#wake();
      },
    };
    this.#writing.add(writing);
    this.#time.after(CANCEL_WAIT_MS, () => writing.end());
  }

  #commit({ values, done, onCommitted }: SentStatement): void {
    let rows;
    try {
      rows = this.tables.commit(values);
    } catch (error) {
      done(error as Error);
      return;
    }
    onCommitted(rows);
    done([{}]);
  }

  #readLeft(done: SentStatement['done']): void {
    const leftMs = this.tables.lease.expiresAtMs - this.#time.nowMs;
    done([{ left_ms: Math.max(0, leftMs) }]);
  }

  #take({ values, done, process }: SentStatement): void {
    if (this.isStandbyLost) {
      this.#time.after(LEASE_TIMEOUT_MS, () => done(sqlFailure(CANCELED, 'statement timeout')));
      return;
    }
    const [owner, ttlMs, isAlone] = values;
    const taker = {
      owner: String(owner),
      ttlMs: Number(ttlMs),
      isAlone: isAlone === true,
      process,
    };
    this.#takers += 1;
    this.#whenFree(LOCK_TIMEOUT_MS, (isFree) => {
      this.#takers -= 1;
      const taken = isFree ? this.tables.takeLease(taker, this.#time.nowMs) : undefined;
      done(taken ?? sqlFailure(LOCK_NOT_AVAILABLE, 'lock timeout'));
      this.#wake();
    });
  }

  /** A commit that is being written has changed the lease's row: others wait for its end. */
  #changeLease(kind: 'renew' | 'release', { values, done }: SentStatement): void {
    this.#whenFree(LEASE_TIMEOUT_MS, (isFree) => {
      const [epoch, owner] = [Number(values[0]), String(values[1])];
      if (!isFree) done(sqlFailure(CANCELED, 'statement timeout'));
      else if (kind === 'renew') {
        const ttlsMs = [Number(values[2]), Number(values[3])] as const;
        done(this.tables.renewLease({ epoch, owner }, this.#time.nowMs, ttlsMs));
      } else {
        this.tables.releaseLease(epoch, owner);
        done([]);
      }
    });
  }

  #endHanging(done: SentStatement['done']): void {
    const isOver = this.tables.lease.expiresAtMs < this.#time.nowMs;
    if (isOver) {
      const failure = sqlFailure(TERMINATED, 'terminating connection');
      for (const { end } of this.#writing) end(failure);
    }
    done([]);
  }

  #whenFree(timeoutMs: number, go: (isFree: boolean) => void): void {
    if (this.#writing.size === 0) {
      go(true);
      return;
    }
    let isOver = false;
    const attempt = (): void => {
      if (isOver) return;
      if (this.#writing.size > 0) {
        this.#waiting.push(attempt);
        return;
      }
      isOver = true;
      cancel();
      go(true);
    };
    const cancel = this.#time.after(timeoutMs, () => {
      if (isOver) return;
      isOver = true;
      go(false);
    });
    this.#waiting.push(attempt);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }
}

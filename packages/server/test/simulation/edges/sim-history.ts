// What the customers of a simulated installation saw, and what its tables hold, for the history checker.
import { checkHistory, HistoryRecorder } from '@halyard/testkit';
import type { Finding, StoredHistory, WriteResult } from '@halyard/testkit';
import type { Outcome } from '#engine/engine.ts';
import type { CommitRows } from '../commit-rows.ts';
import type { SimRequest } from '../sim-request.ts';
import type { SimTables } from '../sim-tables.ts';
import type { CommandEvent, StoredOutcome } from '../stored-outcome.ts';
import { digestOfAccount, digestOfTables, NO_ACCOUNT } from './digest.ts';

export class SimHistory {
  readonly #tables: SimTables;
  readonly #recorder = new HistoryRecorder();
  readonly #commits: { readonly epoch: number; readonly batch: number }[] = [];
  readonly #states = new Map<number, string[]>();
  readonly #steps = new Map<string, number>();

  constructor(tables: SimTables) {
    this.#tables = tables;
  }

  /** Records that a customer sends a command; returns what to call with the answer. */
  begin({ requestId: id, content }: SimRequest): (result: WriteResult) => void {
    const account = content.accountId;
    return this.#recorder.write({ session: sessionOf(account), account, id });
  }

  /** Records that a customer reads the account; returns what to call with it. */
  beginRead(account: number): (read: Parameters<typeof digestOfAccount>[0]) => void {
    const done = this.#recorder.read({ session: sessionOf(account), account });
    return (read) => done({ state: digestOfAccount(read) });
  }

  noteView(session: string, account: number, state: string): void {
    this.#recorder.view({ session, account, state });
  }

  /** To be called when the tables have the rows. */
  noteCommit(rows: CommitRows): void {
    const { epoch, batch } = rows;
    this.#commits.push({ epoch, batch });
    for (const id of this.#listChanged(rows)) {
      const states = this.#statesOf(id);
      states.push(digestOfTables(this.#tables, id));
    }
    for (const { account_id: id, request_id: requestId } of rows.command) {
      this.#steps.set(`${String(id)} ${String(requestId)}`, this.#statesOf(Number(id)).length - 1);
    }
  }

  check(): readonly Finding[] {
    return checkHistory(this.#recorder.history, this.#stored());
  }

  #statesOf(id: number): string[] {
    const states = this.#states.get(id) ?? [NO_ACCOUNT];
    this.#states.set(id, states);
    return states;
  }

  #listChanged(rows: CommitRows): ReadonlySet<number> {
    const { terms, balance, hold, new: created, set, trail, order, command } = rows;
    const changed = [...terms, ...balance].map(({ id }) => Number(id));
    for (const row of [...hold, ...order, ...command]) changed.push(Number(row.account_id));
    for (const { id } of [...created, ...set, ...trail]) {
      changed.push(Number(this.#tables.positions.get(Number(id))?.account_id));
    }
    return new Set(changed);
  }

  #stored(): StoredHistory {
    const { commands, answers, positions, postings, accounts, adjusted } = this.#tables;
    // What an order opens is of no command.
    const ordered = new Set([...adjusted.orders.values()].map((row) => Number(row.position_id)));
    const isOfCommand = (id: number): boolean => !ordered.has(id);
    return {
      commands: [...commands].map(([key, row]) => ({
        id: String(row.request_id),
        account: Number(row.account_id),
        sequence: Number(row.sequence),
        answer: answers.get(key) ?? '',
        effects: listMade(row.outcome as StoredOutcome)
          .filter(isOfCommand)
          .map(nameOf),
        step: this.#steps.get(key),
      })),
      effects: [...positions.keys()].filter(isOfCommand).map(nameOf),
      commits: this.#commits,
      postings: [...postings.values()].map((row) => ({
        key: String(row.unique_key),
        amountsCents: row.entries.map((entry) => Number(entry.amount_cents)),
      })),
      accounts: [...accounts.keys()].map((account) => ({
        account,
        state: digestOfTables(this.#tables, account),
        replayed: digestOfTables(this.#tables, account, this.#sumEntries(account)),
        states: this.#states.get(account) ?? [],
      })),
    };
  }

  #sumEntries(id: number): { cash: number; credit: number; debt: number } {
    const sums = { cash: 0, credit: 0, debt: 0 };
    for (const { entries } of this.#tables.postings.values()) {
      for (const { account, customer_id: customer, amount_cents: amount } of entries) {
        if (Number(customer) !== id) continue;
        if (account === 'customer:cash') sums.cash += Number(amount);
        else if (account === 'customer:credit') sums.credit += Number(amount);
        else if (account === 'customer:debt') sums.debt -= Number(amount);
      }
    }
    return sums;
  }
}

/** What a customer was answered, as the history has it. */
export function toResult(outcome: Outcome, answer: string): WriteResult {
  if (outcome.kind === 'refused') return { kind: 'rejected', answer };
  return { kind: 'ok', answer };
}

function listMade({ events = [] }: StoredOutcome): readonly number[] {
  return events.flatMap((event: CommandEvent) => {
    if (event.kind === 'position-opened' && event.position !== undefined)
      return [event.position.id];
    if (event.kind === 'position-reduced' && event.closed !== undefined) return [event.closed.id];
    return [];
  });
}

function nameOf(id: number): string {
  return `position ${id}`;
}

function sessionOf(account: number): string {
  return `customer ${account}`;
}

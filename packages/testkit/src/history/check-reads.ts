// No read is older than the last answer of its session, and what clients show at the end is what is
// stored.
import type { Report } from './finding.ts';
import type { History, Read, StoredHistory, Write } from './history-types.ts';

export function checkReads(history: History, stored: StoredHistory, report: Report): void {
  const sessions = new Map<string, (Read | Write)[]>();
  for (const call of [...history.writes, ...history.reads]) {
    const key = `${call.session} of account ${call.account}`;
    const calls = sessions.get(key) ?? [];
    calls.push(call);
    sessions.set(key, calls);
  }
  const steps = new Map(
    stored.commands.map(({ account, id, step }) => [`${account} ${id}`, step ?? 0]),
  );
  const states = new Map(stored.accounts.map((one) => [one.account, one]));
  for (const [key, calls] of sessions) {
    const account = states.get(calls[0]?.account ?? -1);
    const floor = new Floor(steps, account?.states ?? []);
    for (const happen of listMoments(calls)) {
      const problem = floor.take(happen);
      if (problem !== undefined) report('stale-read', `session ${key}: ${problem}`);
    }
  }
  for (const { session, account, state } of history.views) {
    const found = states.get(account)?.state;
    if (found === state) continue;
    report('stale-view', `session ${session} shows ${state} of ${account}, stored is ${found}`);
  }
}

type Moment = { readonly at: number; readonly call: Read | Write; readonly isReturn: boolean };

/** Returns invocations and returns in the order in which they happened. */
function listMoments(calls: readonly (Read | Write)[]): readonly Moment[] {
  return calls
    .flatMap((call) => [
      { at: call.invokedAt, call, isReturn: false },
      ...(call.returnedAt === undefined ? [] : [{ at: call.returnedAt, call, isReturn: true }]),
    ])
    .toSorted((one, other) => one.at - other.at);
}

/** What a session has seen of an account. */
class Floor {
  readonly #steps: ReadonlyMap<string, number>;
  readonly #states: readonly string[];
  readonly #begun = new Map<Read, { step: number; effects: readonly string[] }>();
  readonly #effects = new Set<string>();
  #step = 0;

  constructor(steps: ReadonlyMap<string, number>, states: readonly string[]) {
    this.#steps = steps;
    this.#states = states;
  }

  /** Returns what is wrong with a read. */
  take({ call, isReturn }: Moment): string | undefined {
    if ('id' in call) {
      if (isReturn) this.#noteAnswer(call);
      return undefined;
    }
    if (isReturn) return this.#findProblem(call);
    this.#begun.set(call, { step: this.#step, effects: [...this.#effects] });
    return undefined;
  }

  #noteAnswer({ account, id, result }: Write): void {
    this.#step = Math.max(this.#step, this.#steps.get(`${account} ${id}`) ?? 0);
    if (result.kind !== 'ok') return;
    for (const effect of result.effects ?? []) this.#effects.add(effect);
  }

  #findProblem(read: Read): string | undefined {
    const begun = this.#begun.get(read) ?? { step: 0, effects: [] };
    const { state, shows } = read;
    if (shows !== undefined) {
      const missing = begun.effects.find((effect) => !shows.has(effect));
      if (missing !== undefined) return `${missing} is not shown, which was answered before`;
      for (const effect of shows) this.#effects.add(effect);
    }
    if (state === undefined) return undefined;
    // The same state can come again: the earliest that is new enough demands the least of later reads.
    const found = this.#states.indexOf(state, begun.step);
    if (found === -1) {
      const isOld = this.#states.includes(state);
      return `${state} was read, which is ${isOld ? 'older than an answer' : 'no committed state'}`;
    }
    this.#step = Math.max(this.#step, found);
    return undefined;
  }
}

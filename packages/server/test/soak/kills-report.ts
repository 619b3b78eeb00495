// What the soak of kills prints, and its figures.
import { FAULTS, KINDS } from '../kills/faults.ts';
import type { Fault, Kind } from '../kills/faults.ts';
import type { RoundResult } from '../kills/round.ts';
import { print } from './evidence.ts';
import type { Evidence } from './evidence.ts';

/** The objectives of one run. */
const COUNTS: Readonly<Record<Fault, number>> = {
  engine: 200,
  market: 100,
  postgres: 200,
  partition: 500,
  pause: 100,
  nats: 20,
  edge: 50,
};
/** The design's limit for a take-over. */
const TAKE_OVER_MS_MAX = 3_000;
const FAILURE_CHARACTERS_MAX = 500;
const TAKE_OVERS = {
  engine: ['engine', 'engine-pause'],
  market: ['market', 'market-pause'],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

type Summary = {
  readonly done: number;
  readonly p50Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  readonly maxMs?: number | undefined;
};

/**
 * Returns the faults that a text such as `engine=200,market=100` names, or the objectives without one.
 * Throws if it names no fault.
 */
export function parseFaults(text: string | undefined): readonly Fault[] {
  const counts = text === undefined ? Object.entries(COUNTS) : text.split(',').map(parseCount);
  return counts.flatMap(([name, count]) => {
    const fault = FAULTS.find((one) => one === name);
    if (fault === undefined) throw new Error(`${name} is none of ${FAULTS.join(', ')}.`);
    return Array.from({ length: count }, () => fault);
  });
}

function parseCount(text: string): readonly [name: string, count: number] {
  const [, name, count] = /^([a-z]+)=(\d{1,5})$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`${text} is no count, such as engine=200.`);
  return [name, Number(count)];
}

export class KillsReport {
  readonly #evidence: Evidence;
  readonly #asked: number;
  readonly #startedAtMs = performance.now();
  readonly #timesMs = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  readonly #total = { faults: 0, rounds: 0, orders: 0, reads: 0, unknown: 0, crashes: 0 };
  #failure: string | null = null;

  constructor(evidence: Evidence, asked: number) {
    this.#evidence = evidence;
    this.#asked = asked;
  }

  noteFault(kind: Kind, what: string, interruptedMs: number): void {
    this.#timesMs.get(kind)?.push(interruptedMs);
    this.#total.faults += 1;
    const done = `${this.#total.faults}/${this.#asked} after ${this.#seconds()} s`;
    const line = `${done}: ${kind}: ${what}: the next order was answered after ${interruptedMs} ms`;
    // Only what is slow is kept: a thousand lines tell less than their figures.
    if (interruptedMs >= TAKE_OVER_MS_MAX) this.#evidence.say(line);
    else print(line);
  }

  noteRound({ findings, orders, reads, unknown }: RoundResult): void {
    this.#total.rounds += 1;
    this.#total.orders += orders;
    this.#total.reads += reads;
    this.#total.unknown += unknown;
    const memoryMib = Math.round(process.memoryUsage().rss / 1024 ** 2);
    print(
      `round ${this.#total.rounds}: ${orders} orders, ${reads} reads checked; ${memoryMib} MiB`,
    );
    for (const { rule, what } of findings) this.#evidence.say(`FOUND: ${rule}: ${what}`);
    if (findings.length > 0) this.#fail(`the history checker finds ${findings[0]?.rule}`);
  }

  noteCrash(what: string): void {
    this.#total.crashes += 1;
    this.#evidence.say(`CRASHED: ${what}`);
    this.#fail('a program has ended by itself');
  }

  noteFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    const failure = text.slice(0, FAILURE_CHARACTERS_MAX);
    this.#evidence.say(`FAILED: ${failure}`);
    this.#fail(failure);
  }

  /** Prints the figures. Returns whether nothing was found, and take-overs were quick enough. */
  finish(asked: { readonly seed: number; readonly sabotage: string | undefined }): boolean {
    const times = Object.fromEntries(
      [...this.#timesMs].map(([kind, all]) => [kind, summarize(all)]),
    );
    const takeOvers = Object.entries(TAKE_OVERS).map(([role, kinds]) => {
      const all = kinds.flatMap((kind) => this.#timesMs.get(kind) ?? []);
      return [role, summarize(all)] as const;
    });
    const isQuick = takeOvers.every(([, { p99Ms = 0 }]) => p99Ms < TAKE_OVER_MS_MAX);
    this.#evidence.finish({
      ...asked,
      asked: this.#asked,
      seconds: this.#seconds(),
      ...this.#total,
      times,
      takeOvers: Object.fromEntries(takeOvers),
      isQuick,
      failure: this.#failure,
    });
    return this.#failure === null && isQuick;
  }

  #fail(failure: string): void {
    this.#failure ??= failure;
  }

  #seconds(): number {
    return Math.round((performance.now() - this.#startedAtMs) / 1_000);
  }
}

function summarize(timesMs: readonly number[]): Summary {
  const sorted = timesMs.toSorted((one, other) => one - other);
  const at = (share: number): number | undefined => sorted[Math.ceil(sorted.length * share) - 1];
  return { done: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

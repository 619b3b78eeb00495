// Which failures a run meets and how often. Every run has its own mixture, so that rare
// combinations come about too.
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';

/** Where a process may die or be stopped on the way of a commit. */
export const COMMIT_STEPS = [
  'before-send',
  'under-way',
  'being-written',
  'after-commit',
  'after-answer',
] as const;
export type CommitStep = (typeof COMMIT_STEPS)[number];

/** Failures that are put into the model itself, to prove that the checks find them. */
export const SABOTAGES = [
  'no-fence',
  'answer-before-commit',
  'lost-commit',
  'forgotten-refusals',
] as const;
/** Failures of an installation with edges and a standby of the database, beside `no-fence`. */
export type EdgeSabotage =
  | 'asynchronous-replica'
  | 'no-dedupe'
  | 'swallowed-warning'
  | 'stale-read'
  | 'hint-without-fetch';
export type Sabotage = (typeof SABOTAGES)[number] | EdgeSabotage;

export type Counts = Map<string, number>;

export function count(counts: Counts, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

export type Interruption = {
  readonly step: CommitStep;
  /** How long it is stopped; null: it dies. */
  readonly pauseMs: number | null;
};

export type Passage = {
  readonly requestMs: number;
  readonly isRequestLost: boolean;
  readonly holdMs: number;
  readonly answerMs: number;
  readonly isAnswerLost: boolean;
  readonly interruption: Interruption | undefined;
};

const SMOOTH: Omit<Passage, 'requestMs' | 'answerMs'> = {
  isRequestLost: false,
  holdMs: 0,
  isAnswerLost: false,
  interruption: undefined,
};

/** Per mille of the commits, and of the messages, that meet a failure. */
const INTENSITIES = [0, 3, 12] as const;

export class Problems {
  isOn = true;
  readonly counts: Counts;
  readonly #chance: Chance;
  readonly #crash: number;
  readonly #pause: number;
  readonly #cut: number;
  readonly #late: number;
  readonly #slow: number;
  readonly #messages: number;

  constructor(seed: number, counts: Counts) {
    this.counts = counts;
    this.#chance = createChance(seed ^ 0x5eed);
    const intensity = (): number => this.#chance.pick(INTENSITIES) / 1_000;
    this.#crash = intensity();
    this.#pause = intensity();
    this.#cut = intensity();
    this.#late = intensity() / 3;
    this.#slow = intensity();
    this.#messages = intensity() * 10;
  }

  happens(name: string, probability: number): boolean {
    if (!this.isOn || !this.#chance.happens(probability)) return false;
    count(this.counts, name);
    return true;
  }

  /** How a statement fares. */
  passage(isCommit: boolean): Passage {
    const requestMs = this.#chance.between(0, 2);
    const answerMs = this.#chance.between(0, 2);
    const smooth = { ...SMOOTH, requestMs, answerMs };
    if (!this.isOn) return smooth;
    if (this.happens('a request lost on its way to the database', this.#cut)) {
      return { ...smooth, isRequestLost: true };
    }
    if (this.happens('an answer lost on its way from the database', this.#cut)) {
      return { ...smooth, isAnswerLost: true };
    }
    if (!isCommit) return smooth;
    if (this.happens('a commit that takes long to arrive', this.#late)) {
      return { ...smooth, requestMs: this.#chance.between(500, 18_000) };
    }
    const isSlow = this.happens('a commit that takes long to be written', this.#slow);
    const holdMs = isSlow ? this.#chance.between(50, 12_000) : this.#chance.between(0, 1);
    const interruption = this.#interruption();
    const isBeingWritten = interruption?.step === 'being-written';
    return { ...smooth, holdMs: isBeingWritten ? Math.max(2, holdMs) : holdMs, interruption };
  }

  /** Milliseconds until a message between a customer and the program arrives; null: never. */
  messageMs(what: string): number | null {
    if (this.happens(`a lost ${what}`, this.#messages)) return null;
    if (this.happens(`a delayed ${what}`, this.#messages)) return this.#chance.between(500, 9_000);
    return this.#chance.between(0, 15);
  }

  isRepeated(): boolean {
    return this.happens('a repeated command', this.#messages);
  }

  #interruption(): Interruption | undefined {
    const step = this.#chance.pick(COMMIT_STEPS);
    if (this.happens(`a crash, ${step}`, this.#crash)) return { step, pauseMs: null };
    if (this.happens(`a pause, ${step}`, this.#pause)) {
      return { step, pauseMs: this.#chance.between(300, 14_000) };
    }
    return undefined;
  }
}

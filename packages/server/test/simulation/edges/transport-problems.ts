// Which messages between the programs are lost, late or doubled. Every run has its own mixture.
import { createChance } from '../chance.ts';
import type { Chance } from '../chance.ts';
import { count } from '../injected-failures.ts';
import type { Counts, Problems } from '../injected-failures.ts';

/** Per mille of the messages that meet a failure. */
const INTENSITIES = [0, 10, 60] as const;
const SMOOTH_MS_MAX = 3;
const LATE_MS = [50, 4_000] as const;

export class TransportProblems {
  readonly chance: Chance;
  readonly #problems: Problems;
  readonly #counts: Counts;
  readonly #lost: number;
  readonly #late: number;
  readonly #twice: number;

  constructor(seed: number, problems: Problems) {
    this.chance = createChance(seed ^ 0x0e_d9e5);
    this.#problems = problems;
    this.#counts = problems.counts;
    const intensity = (): number => this.chance.pick(INTENSITIES) / 1_000;
    this.#lost = intensity();
    this.#late = intensity();
    this.#twice = intensity();
  }

  get isOn(): boolean {
    return this.#problems.isOn;
  }

  /** Returns after how many milliseconds a message arrives, each time that it does. */
  passages(): readonly number[] {
    if (this.happens('a lost message between programs', this.#lost)) return [];
    const first = this.#delayMs();
    if (!this.happens('a message between programs that comes twice', this.#twice)) return [first];
    return [first, this.#delayMs()];
  }

  happens(name: string, probability: number): boolean {
    if (!this.isOn || !this.chance.happens(probability)) return false;
    count(this.#counts, name);
    return true;
  }

  #delayMs(): number {
    const isLate = this.happens('a message between programs that is overtaken', this.#late);
    return isLate ? this.chance.between(...LATE_MS) : this.chance.between(0, SMOOTH_MS_MAX);
  }
}

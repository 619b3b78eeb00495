/** Prints the progress of a bench, and collects its lines. */
export type Report = { say(text: string): void; readonly lines: readonly string[] };
/** The parts of `web`, in the order in which they are measured. */
export const WEB_PARTS = ['sizes', 'rest', 'load', 'lighthouse'] as const;
export type WebPart = (typeof WEB_PARTS)[number];
/**
 * The databases of `engine-crash`, `orders` and `boot`, in the order in which they are measured.
 */
export const DATABASES = ['postgres', 'embedded'] as const;
export type BenchDatabase = (typeof DATABASES)[number];

export type Bench = (options: {
  /** 1 for the real size. */
  readonly scale: number;
  readonly report: Report;
  /** For `web`: how long to watch the trading screen, and the pages for Lighthouse. */
  readonly minutes?: number | undefined;
  readonly paths?: readonly string[] | undefined;
  /** For `lists`: five times as much data. */
  readonly isFull?: boolean | undefined;
  /** For `web`: the only part to measure; all if absent. */
  readonly only?: WebPart | undefined;
  readonly databases: readonly BenchDatabase[];
}) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;

export function createReport(name: string): Report {
  const startedMs = performance.now();
  const lines: string[] = [];
  return {
    lines,
    say: (text) => {
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
      const line = `${name} ${seconds.padStart(6)} s  ${text}`;
      lines.push(line);
      console.log(line);
    },
  };
}

/** Returns the value that `share` of the samples do not exceed. Sorts the samples. */
export function percentile(samples: Float64Array, share: number): number {
  samples.sort();
  return samples[Math.ceil(samples.length * share) - 1] ?? Number.NaN;
}

export function rounded(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}

// How long the thread that runs the program computes without a pause.

export type Stall = {
  /** Processor time of this thread: what other programs of the machine take does not count. */
  readonly cpuMs: number;
  readonly wallMs: number;
};

export type StallMeter = {
  /** The longest since it was asked last. */
  take(): Stall;
  stop(): void;
};

const TICK_MS = 1;
const MICROSECONDS = 1_000;

/** Every turn of the event loop ends in a tick: between two ticks nothing else can run. */
export function startStallMeter(): StallMeter {
  let longest = { cpuMs: 0, wallMs: 0 };
  let last = readTimes();
  const measure = (): void => {
    const now = readTimes();
    longest = {
      cpuMs: Math.max(longest.cpuMs, now.cpuMs - last.cpuMs),
      wallMs: Math.max(longest.wallMs, now.wallMs - last.wallMs),
    };
    last = now;
  };
  const ticker = setInterval(measure, TICK_MS);
  return {
    take: () => {
      measure();
      const taken = longest;
      longest = { cpuMs: 0, wallMs: 0 };
      return taken;
    },
    stop: () => clearInterval(ticker),
  };
}

function readTimes(): Stall {
  const { user, system } = process.threadCpuUsage();
  return { cpuMs: (user + system) / MICROSECONDS, wallMs: performance.now() };
}

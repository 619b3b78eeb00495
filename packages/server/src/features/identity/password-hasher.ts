// Passwords: argon2id with the least costs that OWASP accepts. Hashing is the dearest thing that a
// stranger can make this program do, so it runs on a bounded number of threads behind a bounded
// queue; what comes on top is turned away at once.
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';

const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** About half a second of waiting at 14 ms each on two cores. */
const WAITING_MAX = 64;

export type Hashed = { readonly kind: 'hashed'; readonly hash: string } | { readonly kind: 'busy' };
export type Verified =
  | { readonly kind: 'verified'; readonly matches: boolean }
  | { readonly kind: 'busy' };

export type PasswordHasher = {
  hash(password: string): Promise<Hashed>;
  /** Undefined as the stored hash costs as much time as a real one and never matches. */
  verify(stored: string | undefined, password: string): Promise<Verified>;
  /** Whether the stored hash was made with other costs than today's. */
  isOutdated(stored: string): boolean;
};

export type PasswordHasherOptions = {
  readonly concurrency?: number;
  readonly waitingMax?: number;
};

export async function createPasswordHasher(
  options: PasswordHasherOptions = {},
): Promise<PasswordHasher> {
  const lanes = createLanes({
    concurrency: options.concurrency ?? availableParallelism(),
    waitingMax: options.waitingMax ?? WAITING_MAX,
  });
  // No password is empty, so none matches; the time it takes is that of any other.
  const nobodysHash = await hash('', COSTS);
  return {
    hash: async (password) => {
      const done = await lanes.run(async () => await hash(password, COSTS));
      return done === 'busy' ? { kind: 'busy' } : { kind: 'hashed', hash: done.value };
    },
    verify: async (stored, password) => {
      const done = await lanes.run(async () => await verify(stored ?? nobodysHash, password));
      if (done === 'busy') return { kind: 'busy' };
      return { kind: 'verified', matches: done.value && stored !== undefined };
    },
    isOutdated: (stored) => {
      const made = parseOptions(stored);
      return (
        made.memoryCost !== COSTS.memoryCost ||
        made.timeCost !== COSTS.timeCost ||
        made.parallelism !== COSTS.parallelism
      );
    },
  };
}

type Lanes = {
  run<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value } | 'busy'>;
};

function createLanes(limits: { concurrency: number; waitingMax: number }): Lanes {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    run: async (work) => {
      if (running >= limits.concurrency) {
        if (waiting.length >= limits.waitingMax) return 'busy';
        // Whoever finishes hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return { value: await work() };
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

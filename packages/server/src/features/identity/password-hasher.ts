// Passwords: argon2id with the minimum costs that OWASP accepts. Hashing is the most expensive
// operation that a stranger can trigger, so it runs on few threads behind a bounded queue; requests
// beyond are rejected at once.
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';

const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The queue's limit: about half a second of waiting at 14 ms each on two cores. */
const WAITING_MAX = 64;

export type Hashed = { readonly kind: 'hashed'; readonly hash: string } | { readonly kind: 'busy' };
export type Verified =
  | { readonly kind: 'verified'; readonly matches: boolean }
  | { readonly kind: 'busy' };

export type PasswordHasher = {
  hash(password: string): Promise<Hashed>;
  /** Verifies a password. An undefined hash costs the same time as a real one and never matches. */
  verify(stored: string | undefined, password: string): Promise<Verified>;
  /** Returns whether the stored hash has outdated costs. */
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
  // The hash that stands in for a missing one. No password is empty, so it never matches, and
  // checking it takes the same time.
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
        // Waits for a slot. The finished task passes its slot on, so `running` is unchanged.
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

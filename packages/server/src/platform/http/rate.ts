// Token buckets: one for a socket, or one per key in bounded memory.
import { SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';

const KEYS_MAX = 50_000;

/**
 * A token bucket's parameters: tokens return at `perSecond` up to `burst`, and each call spends
 * one.
 */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type Bucket = {
  /**
   * Takes a token and returns 0, or takes nothing and returns the milliseconds until one is
   * available.
   */
  take(): number;
  /** Returns a token that was taken but not needed. */
  giveBack(): void;
  /** Returns the number of whole tokens left. */
  left(): number;
};

export function createBucket(rate: Rate, clock: Clock): Bucket {
  let tokens = rate.burst;
  let atMs = clock.nowMs();
  const refill = (): void => {
    const nowMs = clock.nowMs();
    const gained = (Math.max(0, nowMs - atMs) / SECOND_MS) * rate.perSecond;
    tokens = Math.min(rate.burst, tokens + gained);
    atMs = nowMs;
  };
  return {
    take: () => {
      refill();
      if (tokens < 1) return Math.ceil(((1 - tokens) / rate.perSecond) * SECOND_MS);
      tokens -= 1;
      return 0;
    },
    giveBack: () => {
      tokens = Math.min(rate.burst, tokens + 1);
    },
    left: () => {
      refill();
      return Math.floor(tokens);
    },
  };
}

export type RateLimiter = {
  take(key: string): number;
  /** Returns a token that was taken but not needed. */
  giveBack(key: string): void;
  /** Returns the number of whole tokens that the key has left. */
  left(key: string): number;
};

/**
 * Creates a limiter for many callers. Above KEYS_MAX the one that has been silent longest is
 * removed.
 */
export function createRateLimiter(rate: Rate, clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take: (key) => {
      const bucket = buckets.get(key) ?? createBucket(rate, clock);
      // A Map keeps insertion order, so the first key is the one silent for longest.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > KEYS_MAX) {
        const [silent] = buckets.keys();
        if (silent !== undefined) buckets.delete(silent);
      }
      return bucket.take();
    },
    giveBack: (key) => buckets.get(key)?.giveBack(),
    left: (key) => buckets.get(key)?.left() ?? rate.burst,
  };
}

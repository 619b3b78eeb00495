// Proof of work instead of a delay: challenges that carry their own terms, signed with a key, and the
// list of redeemed ones. A challenge is valid for one route and two minutes. Programs with the same
// key accept each other's challenges, and each redeems one once. A program accepts none that was
// issued before its start, because it can't know which were redeemed; clients get a new one.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { provesWork, WORK_BITS_MAX } from '@halyard/core/proof-of-work';
import { MINUTE_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';

export const WORK_VALID_FOR_MS = 2 * MINUTE_MS;
const KEY_BYTES = 32;
const ID_BYTES = 12;
/** The maximum number of redeemed challenges that are remembered until they expire. */
const REDEEMED_MAX = 100_000;
const PROOF_PATTERN = /^([\w-]{16})\.(\d{13,16})\.(\d{1,2})\.([\w-]{43})\.(\d{1,11})$/;

export type WorkProofs = {
  /** Issues a challenge for a route; the client appends `.` and the solving number. */
  issue(route: string, bits: number): string;
  /** Returns whether a proof is valid for this route; it is then used up. */
  redeem(route: string, proof: string): boolean;
};

type Terms = {
  readonly route: string;
  readonly id: string;
  readonly expiresAtMs: number;
  readonly bits: number;
};

export type WorkProofsOptions = {
  readonly clock: Clock;
  /** Returns the key that several programs share; absent: a random one. */
  readonly findKey?: (() => Buffer) | undefined;
  readonly redeemedMax?: number;
};

export function createWorkProofs(options: WorkProofsOptions): WorkProofs {
  const { clock, findKey, redeemedMax = REDEEMED_MAX } = options;
  const ownKey = randomBytes(KEY_BYTES);
  const redeemed = createRedeemed(redeemedMax, clock.nowMs() + WORK_VALID_FOR_MS);

  function sign({ route, id, expiresAtMs, bits }: Terms): string {
    const text = [route, id, expiresAtMs, bits].join(' ');
    return createHmac('sha256', findKey?.() ?? ownKey)
      .update(text)
      .digest('base64url');
  }

  return {
    issue: (route, bits) => {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const terms = { route, id, expiresAtMs: clock.nowMs() + WORK_VALID_FOR_MS, bits };
      return `${id}.${terms.expiresAtMs}.${bits}.${sign(terms)}`;
    },
    redeem: (route, proof) => {
      const [, id = '', expiresAt, bitsText, signature = '', number = ''] =
        PROOF_PATTERN.exec(proof) ?? [];
      const [expiresAtMs, bits] = [Number(expiresAt), Number(bitsText)];
      if (!(bits <= WORK_BITS_MAX)) return false;
      const own = sign({ route, id, expiresAtMs, bits });
      if (!timingSafeEqual(Buffer.from(own), Buffer.from(signature))) return false;
      if (!provesWork(signature, number, bits)) return false;
      return redeemed.add({ id, expiresAtMs }, clock.nowMs());
    },
  };
}

/**
 * Remembers redeemed ids in the order of their redemption, which is nearly that of their expiry. An
 * entry removed before its expiry invalidates all challenges that expire no later: none is redeemed
 * twice, and an affected client solves another one.
 */
function createRedeemed(max: number, startVoidUntilMs: number) {
  const expiries = new Map<string, number>();
  let voidUntilMs = startVoidUntilMs;
  return {
    add: ({ id, expiresAtMs }: Pick<Terms, 'id' | 'expiresAtMs'>, nowMs: number): boolean => {
      if (expiresAtMs <= Math.max(nowMs, voidUntilMs) || expiries.has(id)) return false;
      expiries.set(id, expiresAtMs);
      for (const [oldest, oldestExpiresAtMs] of expiries) {
        if (oldestExpiresAtMs > nowMs && expiries.size <= max) break;
        expiries.delete(oldest);
        voidUntilMs = Math.max(voidUntilMs, oldestExpiresAtMs);
      }
      return true;
    },
  };
}

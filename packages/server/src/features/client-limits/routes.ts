import {
  excludeOneself,
  getSafeguards,
  keepLimit,
  setLimit,
  takeTimeOut,
} from '@halyard/contract/client-limits';
import type { Safeguards } from '@halyard/contract/client-limits';
import { cents, parseAmount } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import type { Customers } from '#features/customers/customers.ts';
import { exclude, keepOwnLimit, setOwnLimit } from './change-client-limits.ts';
import type { ChangeDeps } from './change-client-limits.ts';
import type { Exclusion } from './own-limit.ts';
import { monthsLater } from './periods.ts';
import { viewClientLimits } from './view-client-limits.ts';

const LIMIT_MIN_CENTS = cents(100);
const LIMIT_MAX_CENTS = cents(1_000_000_000);
const LIMIT_TEXT = 'must be an amount from 1.00 to 10000000.00, or null for no limit';

export type RoutesDeps = ChangeDeps & {
  readonly customers: Pick<Customers, 'checkCredentialChange'>;
  readonly settle: (customerId: number) => Promise<void>;
};

export function clientLimitsRoutes(deps: RoutesDeps): readonly RouteBinding[] {
  return [
    bind(getSafeguards, async ({ caller }) => ok(await viewClientLimits(deps, caller.subjectId))),
    bind(setLimit, async ({ body, caller }) => {
      const customerId = caller.subjectId;
      const amountCents = readLimit(body.amount);
      if (amountCents === undefined) {
        return refused({ code: 'invalid', errors: { amount: LIMIT_TEXT } });
      }
      const { kind, period } = body;
      await setOwnLimit(deps, { customerId, kind, period, amountCents });
      return await settled(deps, customerId);
    }),
    bind(keepLimit, async ({ body, caller }) => {
      const customerId = caller.subjectId;
      await keepOwnLimit(deps, { customerId, kind: body.kind, period: body.period });
      return await settled(deps, customerId);
    }),
    bind(takeTimeOut, async ({ body, caller }) => {
      const begunAtMs = deps.clock.nowMs();
      const endsAtMs = begunAtMs + body.days * DAY_MS;
      return await excluded(deps, caller.subjectId, { kind: 'time-out', begunAtMs, endsAtMs });
    }),
    bind(excludeOneself, async ({ body, caller, ip }) => {
      // Step-up authentication is required: an exclusion can't be undone, so an unattended session
      // is not enough.
      const unproved =
        body.months === null
          ? await deps.customers.checkCredentialChange(caller, { ip, code: undefined })
          : undefined;
      if (unproved !== undefined) return refused(unproved);
      const begunAtMs = deps.clock.nowMs();
      const endsAtMs = body.months === null ? null : monthsLater(begunAtMs, body.months);
      return await excluded(deps, caller.subjectId, {
        kind: 'self-exclusion',
        begunAtMs,
        endsAtMs,
      });
    }),
  ];
}

function readLimit(amount: string | number | null): Cents | null | undefined {
  if (amount === null) return null;
  const amountCents = parseAmount(amount);
  if (amountCents === undefined) return undefined;
  return amountCents < LIMIT_MIN_CENTS || amountCents > LIMIT_MAX_CENTS ? undefined : amountCents;
}

async function excluded(
  deps: RoutesDeps,
  customerId: number,
  exclusion: Exclusion,
): Promise<Answer<Safeguards>> {
  if (!(await exclude(deps, customerId, exclusion))) return refused({ code: 'exclusion-stands' });
  return await settled(deps, customerId);
}

/** Applies the changes, so that those that apply at once are in effect before the reply. */
async function settled(deps: RoutesDeps, customerId: number): Promise<Answer<Safeguards>> {
  await deps.settle(customerId);
  return ok(await viewClientLimits(deps, customerId));
}

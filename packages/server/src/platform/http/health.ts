// Process health. Live: it responds. Ready: everything that it needs is available; what is missing
// is named.
import { getLiveness, getReadiness } from '@halyard/contract/config';

import { bind, ok, refused, type RouteBinding } from './binding.ts';

/**
 * The checks of each part. Each returns whether its part is available; one that throws or hangs
 * counts as unavailable.
 */
export type ReadinessChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

const CHECK_TIMEOUT_MS = 2000;

export function createHealthRoutes(checks: ReadinessChecks): readonly RouteBinding[] {
  return [
    bind(getLiveness, async () => ok({ live: true as const })),
    bind(getReadiness, async () => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([part, check]) => [part, await passes(check)] as const),
      );
      const failing = results.filter(([, isThere]) => !isThere).map(([part]) => part);
      if (failing.length === 0) return ok({ ready: true as const });
      return refused({ code: 'unavailable', facts: { missing: failing.join(', ') } });
    }),
  ];
}

async function passes(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  try {
    return await Promise.race([Promise.resolve().then(check), promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

// Practice accounts: practice money at live prices, beside the live account of every customer. An
// engine of its own keeps them in the schema `practice`, so no statement about live money sees them.
import { getPractice, PRACTICE_ROUTES, resetPractice } from '@halyard/contract/practice/practice';
import { onPractice } from '@halyard/contract/practice/practice-paths';
import { PRACTICE_OPENING_CENTS } from '@halyard/core/ledger';
import { toEuros } from '@halyard/core/money';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import { createPracticeTrading } from '#features/trading/trading.ts';
import type { PracticeTrading, PracticeTradingOptions } from '#features/trading/trading.ts';
import type { Engine } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { createPracticeAccounts } from './practice-accounts.ts';
import { resetPractice as reset, viewResets } from './reset-practice.ts';

export type Practice = {
  readonly routes: readonly RouteBinding[];
  readonly trading: PracticeTrading;
  /** Starts once the engine of practice accounts has its lease and before it has prices. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export type PracticeOptions = Omit<PracticeTradingOptions, 'clientLimits'> & {
  readonly clientLimits: ClientLimits;
  readonly practiceDb: Database;
  readonly practiceEngine: Engine;
};

export async function createPractice(options: PracticeOptions): Promise<Practice> {
  const { practiceDb: db, clock } = options;
  const accounts = createPracticeAccounts(options);
  const { engine } = accounts;
  const trading = await createPracticeTrading({ ...options, db, engine });
  const deps = { db, engine, clock };
  return {
    trading,
    routes: [
      ...toPracticeRoutes(trading.routes),
      bind(getPractice, async ({ caller }) => {
        const { canReset, nextAtMs } = await viewResets(deps, caller.subjectId);
        return ok({
          can_reset: canReset,
          next_reset_at: new Date(nextAtMs).toISOString(),
          opening_balance: toEuros(PRACTICE_OPENING_CENTS),
        });
      }),
      bind(resetPractice, async ({ caller }) => await reset(deps, caller.subjectId)),
    ],
    start: async () => await trading.start(),
    close: async () => {
      accounts.close();
      await trading.close();
    },
  };
}

/** The routes of an account, at the paths of the practice account. */
function toPracticeRoutes(routes: readonly RouteBinding[]): readonly RouteBinding[] {
  const paths = new Set<string>(PRACTICE_ROUTES.map(({ path }) => path));
  return routes
    .map(({ route, handler }) => ({ route: onPractice(route), handler }))
    .filter(({ route }) => paths.has(route.path));
}

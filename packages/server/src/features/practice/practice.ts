// Practice accounts: practice money at live prices, beside the live account of every customer. A
// separate engine stores them in the schema `practice`, so statements about live money never
// include them.
import { randomUUID } from 'node:crypto';
import { getPractice, PRACTICE_ROUTES, resetPractice } from '@halyard/contract/practice/practice';
import { onPractice } from '@halyard/contract/practice/practice-paths';
import { PRACTICE_OPENING_CENTS } from '@halyard/core/ledger';
import { toEuros } from '@halyard/core/money';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { createPracticeTrading } from '#features/trading/trading.ts';
import type {
  AccountView,
  PracticeTrading,
  PracticeTradingOptions,
} from '#features/trading/trading.ts';
import type { Webhooks } from '#features/webhooks/webhooks.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import { createPracticeAccounts } from './practice-accounts.ts';
import { resetPractice as reset, viewResets } from './reset-practice.ts';

export type Practice = {
  readonly routes: readonly RouteBinding[];
  readonly trading: PracticeTrading;
  /** The engine of practice accounts; it opens an account that does not exist yet. */
  readonly engine: EngineClient;
  /**
   * Returns a practice account for staff; undefined if it was never opened, or while practice
   * accounts are unavailable, so that the live account can be shown without it.
   */
  findView(accountId: number): Promise<AccountView | undefined>;
  /** Resets a practice account for staff; the customer's own reset of the day stays available. */
  resetForStaff(doer: StaffReset): Promise<Answer<object>>;
  /** Starts once the engine of practice accounts has its lease and before it has prices. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export type PracticeOptions = Omit<PracticeTradingOptions, 'clientLimits' | 'writeEvent' | 'db'> & {
  readonly webhooks: Pick<Webhooks, 'writePractice'>;
  readonly clientLimits: ClientLimits;
  readonly practiceDb: Database;
  /** The database of the live accounts. */
  readonly liveDb: Database;
  readonly practiceEngine: EngineClient;
  /** The same engine, if this program runs it. */
  readonly practiceOwner: EngineOwner | undefined;
};

export type StaffReset = {
  readonly accountId: number;
  readonly actor: string;
  readonly reason: string;
};

export async function createPractice(options: PracticeOptions): Promise<Practice> {
  const { practiceDb: db, clock } = options;
  const accounts = createPracticeAccounts(options);
  const { engine } = accounts;
  const trading = await createPracticeTrading({
    ...options,
    db,
    engine,
    owner: options.practiceOwner,
    writeEvent: options.webhooks.writePractice,
  });
  const deps = { db, engine, clock };
  return {
    trading,
    engine,
    findView: async (accountId) => await findView(options, trading, accountId),
    resetForStaff: async ({ accountId, actor, reason }) => {
      const answer = await reset(deps, accountId, `staff:${randomUUID()}`);
      if (answer.kind === 'refused') return answer;
      const subject = `customer:${accountId}`;
      const entry = { actor, action: 'customer.reset-practice', subject, reason };
      await recordAudit(options.liveDb.kysely, clock.nowMs(), entry);
      return ok({});
    },
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

async function findView(
  { practiceEngine }: Pick<PracticeOptions, 'practiceEngine'>,
  trading: Pick<PracticeTrading, 'viewAccount'>,
  accountId: number,
): Promise<AccountView | undefined> {
  try {
    if ((await practiceEngine.account(accountId)) === undefined) return undefined;
    return await trading.viewAccount(accountId);
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}

/** The routes of an account, at the paths of the practice account. */
function toPracticeRoutes(routes: readonly RouteBinding[]): readonly RouteBinding[] {
  const paths = new Set<string>(PRACTICE_ROUTES.map(({ path }) => path));
  return routes
    .map(({ route, handler }) => ({ route: onPractice(route), handler }))
    .filter(({ route }) => paths.has(route.path));
}

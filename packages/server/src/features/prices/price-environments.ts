// Never mixes prices of two environments on a symbol with open positions: simulated and real ones,
// or those of two seeds. The operator must accept each change.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Database, Tables } from '#platform/db/db.ts';

type EnvironmentsTables = Pick<Tables, 'price_worlds'>;

/** The environment of all vendors' current prices. */
export const REAL_ENVIRONMENT = 'real';

/**
 * The price environment by symbol: REAL_ENVIRONMENT, 'replay', or 'simulator:' and a fingerprint of the
 * seed.
 */
export type PriceEnvironments = ReadonlyMap<string, string>;

export type EnvironmentSwitch = {
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  readonly openPositions: number;
};

/**
 * Thrown when the program must not start or take over, because positions would be valued at prices
 * of another environment.
 */
export class PriceSwitchRefused extends Error {
  override readonly name = 'PriceSwitchRefused';

  constructor(switches: readonly EnvironmentSwitch[]) {
    super(
      [
        'These symbols have open positions, and their prices would come from elsewhere now:',
        ...switches.map(
          ({ symbol, from, to, openPositions }) =>
            `  ${symbol}: ${from} → ${to} (${openPositions} open)`,
        ),
        'Start with the FEED and the DATA_DIR of before and let the positions be closed; or accept',
        `what the new prices do to them, with FEED_SWITCH=${codeOf(switches)}`,
      ].join('\n'),
    );
  }
}

/**
 * Checks the environments. Throws PriceSwitchRefused unless `accepted` identifies exactly these
 * changes.
 */
export async function checkEnvironments(
  db: Kysely<object>,
  environments: PriceEnvironments,
  accepted: string | undefined,
): Promise<readonly EnvironmentSwitch[]> {
  const switches = await findSwitches(db, environments);
  if (switches.length > 0 && codeOf(switches) !== accepted) throw new PriceSwitchRefused(switches);
  return switches;
}

export type NewEnvironments = {
  readonly environments: PriceEnvironments;
  /** The changes of environment that the operator accepted. */
  readonly switches: readonly EnvironmentSwitch[];
  readonly atMs: number;
};

/** Stores the symbols' environments. */
export async function recordEnvironments(db: Database, change: NewEnvironments): Promise<void> {
  const { environments, switches, atMs } = change;
  if (environments.size === 0) return;
  const rows = [...environments].map(([symbol, world]) => ({
    symbol,
    world,
    since: new Date(atMs),
  }));
  await db.kysely.transaction().execute(async (transaction) => {
    await transaction
      .withTables<EnvironmentsTables>()
      .insertInto('price_worlds')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('symbol')
          .doUpdateSet({ world: sql`excluded.world`, since: sql`excluded.since` })
          .whereRef('price_worlds.world', '<>', sql`excluded.world`),
      )
      .execute();
    if (switches.length === 0) return;
    await recordAudit(transaction, atMs, {
      actor: 'system',
      action: 'prices.switch',
      subject: 'installation',
      reason: 'FEED_SWITCH accepts it',
      after: Object.fromEntries(
        switches.map(({ symbol, from, to }) => [symbol, `${from} → ${to}`]),
      ),
    });
  });
}

async function findSwitches(
  db: Kysely<object>,
  environments: PriceEnvironments,
): Promise<readonly EnvironmentSwitch[]> {
  const { rows } = await sql<{ symbol: string; world: string; open: number }>`
    select w.symbol, w.world, count(*)::int as open
    from price_worlds w join positions p on p.symbol = w.symbol and p.closed_at is null
    group by w.symbol, w.world order by w.symbol`.execute(db);
  return rows.flatMap(({ symbol, world, open }) => {
    const to = environments.get(symbol);
    return to === undefined || to === world
      ? []
      : [{ symbol, from: world, to, openPositions: open }];
  });
}

/**
 * Returns the code of these changes. Each set has its own, so an old setting accepts no other
 * change.
 */
function codeOf(switches: readonly EnvironmentSwitch[]): string {
  const text = switches.map(({ symbol, from, to }) => `${symbol} ${from} ${to}`).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

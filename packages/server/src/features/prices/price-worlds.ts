// Never mixes prices of two environments on a symbol with open positions: simulated and real ones,
// or those of two seeds. The operator must accept each change.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Database, Tables } from '#platform/db/db.ts';

type WorldsTables = Pick<Tables, 'price_worlds'>;

/** The environment of all vendors' current prices. */
export const REAL_WORLD = 'real';

/**
 * The price environment by symbol: REAL_WORLD, 'replay', or 'simulator:' and a fingerprint of the
 * seed.
 */
export type PriceWorlds = ReadonlyMap<string, string>;

export type WorldSwitch = {
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

  constructor(switches: readonly WorldSwitch[]) {
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
export async function checkWorlds(
  db: Kysely<object>,
  worlds: PriceWorlds,
  accepted: string | undefined,
): Promise<readonly WorldSwitch[]> {
  const switches = await findSwitches(db, worlds);
  if (switches.length > 0 && codeOf(switches) !== accepted) throw new PriceSwitchRefused(switches);
  return switches;
}

export type NewWorlds = {
  readonly worlds: PriceWorlds;
  /** The changes of environment that the operator accepted. */
  readonly switches: readonly WorldSwitch[];
  readonly atMs: number;
};

/** Stores the symbols' environments. */
export async function recordWorlds(db: Database, change: NewWorlds): Promise<void> {
  const { worlds, switches, atMs } = change;
  if (worlds.size === 0) return;
  const rows = [...worlds].map(([symbol, world]) => ({ symbol, world, since: new Date(atMs) }));
  await db.kysely.transaction().execute(async (transaction) => {
    await transaction
      .withTables<WorldsTables>()
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
  worlds: PriceWorlds,
): Promise<readonly WorldSwitch[]> {
  const { rows } = await sql<{ symbol: string; world: string; open: number }>`
    select w.symbol, w.world, count(*)::int as open
    from price_worlds w join positions p on p.symbol = w.symbol and p.closed_at is null
    group by w.symbol, w.world order by w.symbol`.execute(db);
  return rows.flatMap(({ symbol, world, open }) => {
    const to = worlds.get(symbol);
    return to === undefined || to === world
      ? []
      : [{ symbol, from: world, to, openPositions: open }];
  });
}

/**
 * Returns the code of these changes. Each set has its own, so an old setting accepts no other
 * change.
 */
function codeOf(switches: readonly WorldSwitch[]): string {
  const text = switches.map(({ symbol, from, to }) => `${symbol} ${from} ${to}`).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

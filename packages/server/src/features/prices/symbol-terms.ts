// The symbol terms in force, and the action that changes them. They are stored in the database, and
// every program, including a standby, applies them within two seconds.
import { assertPresent } from '@halyard/core/assertion';
import type { Instrument, Limits } from '@halyard/core/instrument';
import type { Market, Sessions, SpreadModel } from '@halyard/market';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { followTable } from '#platform/follow-table/follow-table.ts';
import type { Log } from '#platform/log/log.ts';
import { AS_SHIPPED, findTermsProblem, hoursInForce, toTerms, withoutShipped } from './terms.ts';
import type { OwnTerms, Shipped, Terms, TermsProblem } from './terms.ts';
import { listTerms, saveTerms } from './terms-store.ts';
import type { StoredTerms } from './terms-store.ts';

export type SetTerms = Omit<StoredTerms, 'atMs'>;

export type SetTermsOutcome =
  | { readonly kind: 'set'; readonly changed: boolean }
  | { readonly kind: 'invalid'; readonly problem: TermsProblem };

export type TermsView = {
  readonly terms: Terms;
  readonly hours: readonly string[];
  /** The IANA name of the trading hours' time zone. */
  readonly zone: string;
  /** Author and reason of the terms; undefined if all of them are the catalogue's. */
  readonly stored: StoredTerms | undefined;
};

export type SymbolTerms = {
  /** Every instrument with the limits in force, kept current. */
  readonly listed: ReadonlyMap<string, Instrument>;
  find(symbol: string): TermsView;
  /**
   * Sets a symbol's terms; they apply in this program when the promise resolves. Open positions
   * keep their margin, leverage, rate and levels.
   */
  set(wanted: SetTerms): Promise<SetTermsOutcome>;
  /** Applies the terms of the database, because another program has changed them. */
  apply(): Promise<void>;
  /**
   * Calls the listener for each symbol whose limits may have changed; returns a function that
   * removes it.
   */
  onLimits(listener: (symbol: string, limits: Limits) => void): () => void;
  close(): Promise<void>;
};

export type SymbolTermsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly market: Pick<Market, 'setTerms'>;
  readonly instruments: readonly Instrument[];
  readonly sessions: Pick<Sessions, 'schedule'>;
  /** The extra spreads from the settings. */
  readonly spreads: ReadonlyMap<string, SpreadModel>;
};

export async function createSymbolTerms(deps: SymbolTermsDeps): Promise<SymbolTerms> {
  const { db, log, market, instruments, sessions, spreads } = deps;
  const shipped = new Map(
    instruments.map((instrument): [string, Shipped] => {
      const spread = spreads.get(instrument.symbol);
      const schedule = sessions.schedule(instrument.sessionId);
      return [instrument.symbol, { instrument, spread, schedule }];
    }),
  );
  const listed = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const listeners = new Set<(symbol: string, limits: Limits) => void>();
  let stored: ReadonlyMap<string, StoredTerms> = new Map();

  const apply = (symbol: string, ofSymbol: Shipped): void => {
    const terms = toTerms(ofSymbol, stored.get(symbol)?.own ?? AS_SHIPPED);
    market.setTerms(symbol, terms);
    listed.set(symbol, { ...ofSymbol.instrument, ...terms.limits });
    for (const listener of listeners) listener(symbol, terms.limits);
  };
  const read = async (): Promise<void> => {
    const before = stored;
    stored = new Map((await listTerms(db.kysely)).map((one) => [one.symbol, one]));
    for (const [symbol, ofSymbol] of shipped) {
      if (textOf(before.get(symbol)) !== textOf(stored.get(symbol))) apply(symbol, ofSymbol);
    }
  };
  const follower = followTable({ name: 'terms of symbols', read, log });
  await follower.apply();
  follower.start();
  return {
    listed,
    find(symbol) {
      const ofSymbol = getShipped(shipped, symbol);
      const found = stored.get(symbol);
      const own = found?.own ?? AS_SHIPPED;
      return {
        terms: toTerms(ofSymbol, own),
        hours: hoursInForce(ofSymbol, own),
        zone: ofSymbol.schedule.zone,
        // A row whose terms all equal the catalogue's counts as none.
        stored: textOf(found) === textOf(undefined) ? undefined : found,
      };
    },
    set: async (wanted) =>
      await follower.inTurn(async () => {
        const outcome = await setTerms(deps, getShipped(shipped, wanted.symbol), wanted);
        await read();
        return outcome;
      }),
    onLimits(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply: follower.apply,
    close: follower.close,
  };
}

async function setTerms(
  { db, clock }: SymbolTermsDeps,
  shipped: Shipped,
  { symbol, own, by, reason }: SetTerms,
): Promise<SetTermsOutcome> {
  const wanted = withoutShipped(shipped, own);
  const problem = findTermsProblem(shipped, wanted);
  if (problem !== undefined) return { kind: 'invalid', problem };
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (transaction) => {
    const found = (await listTerms(transaction)).find((one) => one.symbol === symbol);
    const before = found?.own ?? AS_SHIPPED;
    if (JSON.stringify(before) === JSON.stringify(wanted)) return { kind: 'set', changed: false };
    await saveTerms(transaction, { symbol, own: wanted, by, reason, atMs });
    await recordAudit(transaction, atMs, {
      actor: by,
      action: 'symbol.set-terms',
      subject: symbol,
      reason,
      before: describe(shipped, before),
      after: describe(shipped, wanted),
    });
    return { kind: 'set', changed: true };
  });
}

/** Describes the terms that were in force, whoever set them. */
function describe(shipped: Shipped, own: OwnTerms): Readonly<Record<string, unknown>> {
  const { spread, limits } = toTerms(shipped, own);
  return { ...spread, ...limits, hours: hoursInForce(shipped, own) };
}

function getShipped(shipped: ReadonlyMap<string, Shipped>, symbol: string): Shipped {
  return assertPresent(shipped.get(symbol), `${symbol} is in the catalogue`);
}

function textOf(terms: StoredTerms | undefined): string {
  return JSON.stringify(terms?.own ?? AS_SHIPPED);
}

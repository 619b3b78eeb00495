import { REJECTIONS_SHOWN_MAX, symbols as resource } from '@halyard/contract/backoffice/symbols';
import type { RowOf } from '@halyard/contract/backoffice/resource';
import { CATEGORIES, isSplitRatio, SYMBOL_STATES, toRate } from '@halyard/core/instrument';
import type { Instrument } from '@halyard/core/instrument';
import { DIVIDEND_MICROS_PER_ONE } from '@halyard/core/position';
import type { RejectedQuote } from '@halyard/market';
import { sql } from 'kysely';
import { ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { payDividend, splitSymbol, setSymbolTerms, viewSymbolTerms } from '../dealing/dealing.ts';
import type { SymbolActed } from '../dealing/dealing.ts';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Row = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  state: z.enum(SYMBOL_STATES),
  session_open: z.boolean(),
  next_open: z.nullable(z.string()),
  next_close: z.nullable(z.string()),
  sell: z.nullable(z.number()),
  buy: z.nullable(z.number()),
  spread_percent: z.nullable(z.number()),
  source: z.nullable(z.string()),
  quote_age_ms: z.nullable(z.int()),
  rejected: z.int(),
  halted: z.boolean(),
});
type MemoryRow = Omit<RowOf<typeof resource>, 'halted'>;

const ID = { by: sql`id`, type: 'text' } as const;
const EVIDENCE_LENGTH_MAX = 500;

type Deps = FrameDeps &
  Pick<
    OperatorCommandDeps,
    'approvals' | 'engine' | 'practiceEngine' | 'instruments' | 'market' | 'prices' | 'surveys'
  >;

export function symbolsResource(deps: Deps): readonly RouteBinding[] {
  const { market, prices } = deps;
  return bindResource(deps, resource, {
    list: listOf(deps),
    detail: {
      ...termsDetail(deps),
      halt: async (symbol) => {
        const { halts } = await prices.status();
        const halt = halts.find((one) => one.symbol === symbol);
        if (halt === undefined) return null;
        return { by: halt.by, reason: halt.reason, at: new Date(halt.atMs).toISOString() };
      },
      rejections: async (symbol) =>
        await Promise.resolve(
          market
            .recentRejections()
            .filter((one) => one.symbol === symbol)
            .slice(-REJECTIONS_SHOWN_MAX)
            .toReversed()
            .map(toRejection),
        ),
    },
    actions: {
      halt: async ({ id: symbol, actor: by, reason }) => {
        const changed = await prices.halt({ symbol, by, reason });
        return ok({ state: market.state(symbol), changed });
      },
      resume: async ({ id: symbol, actor: by }) => {
        const resumed = await prices.resume({ symbol, by });
        if (resumed === 'split-not-quoted') return refused({ code: resumed });
        return ok({ state: market.state(symbol), changed: resumed === 'resumed' });
      },
      split: async ({ id: symbol, input, actor, reason }) => {
        const { new_units: newUnits, old_units: oldUnits, request_id: requestId } = input;
        if (!isSplitRatio({ newUnits, oldUnits })) {
          return refused({ code: 'invalid', errors: { new_units: 'must differ from old units' } });
        }
        const wanted = { symbol, newUnits, oldUnits, requestId, actor, reason };
        return toReply(await splitSymbol(deps, wanted));
      },
      dividend: async ({ id: symbol, input, actor, reason }) => {
        const micros = toMicros(input.dividend_rate);
        const wanted = { symbol, micros, requestId: input.request_id, actor, reason };
        return toReply(await payDividend(deps, wanted));
      },
      'set-terms': async ({ id: symbol, input, actor, reason }) => {
        const set = await setSymbolTerms(deps, { symbol, input, actor, reason });
        return 'rejection' in set ? refused(set.rejection) : ok(set);
      },
    },
  });
}

function toReply(acted: SymbolActed) {
  if ('rejection' in acted) return refused(acted.rejection);
  if ('isWaiting' in acted) return ok({ positions: 0, amount: 0, waiting: true });
  return ok({ ...acted.done, waiting: false });
}

/** Converts a dividend to millionths. The schema has validated that it has at most six decimals. */
function toMicros(dividend: number | string): number {
  return Math.round(Number(dividend) * DIVIDEND_MICROS_PER_ONE);
}

function termsDetail(deps: Deps) {
  type View = ReturnType<typeof viewSymbolTerms>;
  const of =
    <Name extends keyof View>(name: Name) =>
    async (symbol: string): Promise<View[Name]> =>
      await Promise.resolve(viewSymbolTerms(deps, symbol)[name]);
  return {
    extra_spread_percent: of('extra_spread_percent'),
    least_spread_percent: of('least_spread_percent'),
    least_amount: of('least_amount'),
    greatest_amount: of('greatest_amount'),
    greatest_leverage: of('greatest_leverage'),
    hours: of('hours'),
    time_zone: of('time_zone'),
    terms_set: of('terms_set'),
  };
}

/**
 * Lists symbols. They are in memory, so each query passes them to the database for sorting and
 * filtering.
 */
function listOf(deps: Deps) {
  return {
    select: sql`id, name, category, state, session_open, next_open, next_close, sell, buy,
      spread_percent, source, quote_age_ms, rejected, halted`,
    get from() {
      return sql`(
        select m.*, exists (select 1 from symbol_halts h where h.symbol = m.id) as halted
        from jsonb_to_recordset(${JSON.stringify(listSymbols(deps))}::jsonb) as m (
          id text collate "C", name text, category text, state text, session_open boolean,
          next_open text, next_close text, sell double precision, buy double precision,
          spread_percent double precision, source text, quote_age_ms bigint, rejected bigint)
      ) listed`;
    },
    key: ID,
    sorts: { id: ID },
    filters: {
      state: (state: string) => sql`state = ${state}`,
      category: (category: string) => sql`category = ${category}`,
    },
    search: {
      id: (text) => {
        const known = deps.instruments.map(({ symbol }) => symbol);
        return sql`select id from unnest(${known}::text[]) as known (id)
          where ${startsWith(sql`id collate "C"`, text.toUpperCase())}`;
      },
    },
    toRow: (record) => z.parse(Row, record),
  } satisfies ListSource<unknown>;
}

function listSymbols(deps: Deps): readonly MemoryRow[] {
  const rejected = new Map<string | undefined, number>();
  for (const { symbol, reason, count } of deps.market.rejectionCounts()) {
    if (reason !== 'closed') rejected.set(symbol, (rejected.get(symbol) ?? 0) + count);
  }
  return deps.instruments.map((instrument) => ({
    ...toSymbol(deps, instrument),
    rejected: rejected.get(instrument.symbol) ?? 0,
  }));
}

function toSymbol(
  { market, clock }: Deps,
  { symbol, name, category, decimals }: Instrument,
): Omit<MemoryRow, 'rejected'> {
  const quote = market.quote(symbol);
  const { isOpen, nextOpenAtMs, nextCloseAtMs } = market.session(symbol);
  const sell = quote === undefined ? null : toRate(quote.bidPoints, decimals);
  const buy = quote === undefined ? null : toRate(quote.askPoints, decimals);
  return {
    id: symbol,
    name,
    category,
    state: market.state(symbol),
    session_open: isOpen,
    next_open: toInstant(nextOpenAtMs),
    next_close: toInstant(nextCloseAtMs),
    sell,
    buy,
    spread_percent: sell === null || buy === null ? null : (200 * (buy - sell)) / (buy + sell),
    source: quote?.source ?? null,
    quote_age_ms: quote === undefined ? null : Math.max(0, clock.nowMs() - quote.receivedAtMs),
  };
}

function toRejection({ atMs, source, reason, evidence }: RejectedQuote) {
  const text = typeof evidence === 'string' ? evidence : JSON.stringify(evidence);
  return {
    at: new Date(atMs).toISOString(),
    source,
    reason,
    evidence: text.slice(0, EVIDENCE_LENGTH_MAX),
  };
}

function toInstant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

import type { Asset } from '@halyard/contract/trading';
import type { AccountTerms, EngineRules } from '@halyard/core/engine';
import { CATEGORY_IDS, instrumentLimits, listLeverages } from '@halyard/core/instrument';
import type { Instrument, SymbolState } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { financingRate } from '../financing/financing.ts';

const BPS_PER_PERCENT = 100;

export type AssetSession = {
  readonly isOpen: boolean;
  readonly nextOpenAtMs: number | null;
  readonly nextCloseAtMs: number | null;
};

export type ListedAsset = {
  readonly id: number;
  readonly instrument: Instrument;
  readonly state: SymbolState;
  readonly session: AssetSession;
};

/** An asset with the customer's limits: its leverage list ends at their maximum. */
export function toWireAsset(
  asset: ListedAsset,
  rules: Pick<EngineRules, 'regime' | 'financingBpsYear' | 'protectionFeeBps' | 'gapPercents'>,
  terms: Pick<AccountTerms, 'clientCategory' | 'hasGuaranteedStop'>,
): Asset {
  const { instrument, session } = asset;
  const { amountMinCents, amountMaxCents } = instrumentLimits(instrument);
  const leverages = listLeverages(instrument, rules.regime, terms.clientCategory);
  return {
    id: asset.id,
    name: instrument.name,
    symbol: instrument.symbol,
    code: instrument.chartSymbol,
    asset_category_id: CATEGORY_IDS[instrument.category],
    position_assets_category: { name: instrument.category, leverage: leverages.join(',') },
    decimals: instrument.decimals,
    min_amount: toEuros(cents(amountMinCents)),
    max_amount: toEuros(cents(amountMaxCents)),
    financing: toWireRates(rules, instrument),
    protection: terms.hasGuaranteedStop
      ? { fee_percent: (rules.protectionFeeBps ?? 0) / BPS_PER_PERCENT }
      : null,
    gap_percent: rules.gapPercents?.[instrument.category] ?? null,
    state: asset.state,
    session: {
      open: session.isOpen,
      next_open: toInstant(session.nextOpenAtMs),
      next_close: toInstant(session.nextCloseAtMs),
    },
  };
}

function toWireRates(
  rules: Pick<EngineRules, 'financingBpsYear'>,
  instrument: Instrument,
): Asset['financing'] {
  return {
    buy: financingRate(rules, instrument, 'buy') / BPS_PER_PERCENT,
    sell: financingRate(rules, instrument, 'sell') / BPS_PER_PERCENT,
  };
}

function toInstant(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

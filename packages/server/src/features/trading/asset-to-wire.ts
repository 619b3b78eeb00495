import type { Asset } from '@halyard/contract/trading';
import type { AccountTerms } from '@halyard/core/engine';
import { CATEGORY_IDS, listLeverages } from '@halyard/core/instrument';
import type { Instrument, Regime, SymbolState } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';

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

/** An asset as this customer may trade it: its leverage list ends at their cap. */
export function toWireAsset(
  asset: ListedAsset,
  regime: Regime,
  terms: Pick<AccountTerms, 'clientCategory'>,
): Asset {
  const { instrument, session } = asset;
  const leverages = listLeverages(instrument, regime, terms.clientCategory);
  return {
    id: asset.id,
    name: instrument.name,
    symbol: instrument.symbol,
    code: instrument.chartSymbol,
    asset_category_id: CATEGORY_IDS[instrument.category],
    position_assets_category: { name: instrument.category, leverage: leverages.join(',') },
    decimals: instrument.decimals,
    max_amount: toEuros(cents(instrument.amountMaxCents)),
    state: asset.state,
    session: {
      open: session.isOpen,
      next_open: toInstant(session.nextOpenAtMs),
      next_close: toInstant(session.nextCloseAtMs),
    },
  };
}

function toInstant(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

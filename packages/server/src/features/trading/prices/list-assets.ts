import type { Asset } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import type { AccountTerms, EngineRules } from '@halyard/core/engine';
import type { MarketView } from '@halyard/market';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { toWireAsset } from './asset-to-wire.ts';
import { conflate } from './conflation.ts';
import type { Instruments } from '../instruments.ts';

export type AssetsDeps = {
  readonly clock: Clock;
  readonly engine: EngineClient;
  readonly market: MarketView;
  readonly instruments: Instruments;
  readonly assetIds: ReadonlyMap<string, number>;
  readonly rules: EngineRules;
};

type Terms = Pick<AccountTerms, 'clientCategory' | 'hasGuaranteedStop'>;

/** Lists every asset with the leverages of the customer's regime. */
export function createAssetList(deps: AssetsDeps): (accountId: number) => Promise<Asset[]> {
  const lists = new Map<string, () => Asset[]>();
  return async (accountId) => {
    const account = await deps.engine.account(accountId);
    const { terms } = assertPresent(account, 'a signed-in customer has an account');
    const { clientCategory, hasGuaranteedStop } = terms;
    // The list depends only on these two values, so there are few different lists.
    const key = `${clientCategory} ${String(hasGuaranteedStop)}`;
    const list =
      lists.get(key) ??
      conflate(deps.clock, () => listAssets(deps, { clientCategory, hasGuaranteedStop }));
    lists.set(key, list);
    return list();
  };
}

function listAssets(deps: AssetsDeps, terms: Terms): Asset[] {
  return [...deps.instruments.values()].map((instrument) => {
    const { symbol } = instrument;
    const asset = {
      id: assertPresent(deps.assetIds.get(symbol), `${symbol} has an id`),
      instrument,
      state: deps.market.state(symbol),
      session: deps.market.session(symbol),
    };
    return toWireAsset(asset, deps.rules, terms);
  });
}

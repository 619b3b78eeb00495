import type { Asset } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import type { EngineRules } from '@halyard/core/engine';
import type { Market } from '@halyard/market';
import type { Engine } from '#engine/engine.ts';
import { toWireAsset } from './asset-to-wire.ts';
import type { Instruments } from './instruments.ts';

export type AssetsDeps = {
  readonly engine: Engine;
  readonly market: Market;
  readonly instruments: Instruments;
  readonly assetIds: ReadonlyMap<string, number>;
  readonly rules: EngineRules;
};

/** Every asset, with the leverages that this customer's regime allows. */
export async function listAssets(deps: AssetsDeps, accountId: number): Promise<Asset[]> {
  const account = await deps.engine.account(accountId);
  const { terms } = assertPresent(account, 'a signed-in customer has an account');
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

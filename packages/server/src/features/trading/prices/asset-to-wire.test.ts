import { expect, it } from 'vitest';
import { Asset } from '@halyard/contract/trading';
import type { Instrument } from '@halyard/core/instrument';
import { toWireAsset } from './asset-to-wire.ts';
import type { ListedAsset } from './asset-to-wire.ts';

const instrument: Instrument = {
  symbol: 'BTCUSD',
  name: 'Bitcoin',
  category: 'crypto',
  decimals: 2,
  leverageMaxRetail: 2,
  amountMaxCents: 5_000_000,
  staleAfterMs: 10_000,
  chartSymbol: 'BINANCE:BTCUSDT',
  sessionId: 'crypto',
};
const asset: ListedAsset = {
  id: 12,
  instrument,
  state: 'live',
  session: { isOpen: true, nextOpenAtMs: null, nextCloseAtMs: Date.UTC(2026, 10, 20, 22) },
};

const rules = {
  regime: 'eu-retail',
  financingBpsYear: { crypto: { buy: 1_225, sell: -100 } },
} as const;

it('shows an asset [e-asset-fields]', () => {
  const wire = toWireAsset(asset, rules, { clientCategory: 'retail', hasGuaranteedStop: false });
  expect(Asset.parse(wire)).toEqual(wire);
  expect(wire).toMatchObject({
    id: 12,
    name: 'Bitcoin',
    symbol: 'BTCUSD',
    code: 'BINANCE:BTCUSDT',
    asset_category_id: 3,
    decimals: 2,
    min_amount: 1,
    max_amount: 50_000,
    financing: { buy: 12.25, sell: -1 },
    protection: null,
    state: 'live',
    session: { open: true, next_open: null, next_close: '2026-11-20T22:00:00.000Z' },
  });
});

it.each([
  ['eu-retail', 'retail', '1,2'],
  ['eu-retail', 'professional', '1,2,3,5,10,15,20,30'],
  ['international', 'retail', '1,2,3,5,10,15,20,30'],
] as const)(
  'lists under %s for a %s customer the leverages %s [e-asset-leverage]',
  (regime, clientCategory, leverage) => {
    const terms = { clientCategory, hasGuaranteedStop: false };
    expect(toWireAsset(asset, { regime }, terms).position_assets_category).toEqual({
      name: 'crypto',
      leverage,
    });
  },
);

it('names the gap that withdrawals reserve, or null if there is none', () => {
  const terms = { clientCategory: 'retail', hasGuaranteedStop: false } as const;
  expect(toWireAsset(asset, rules, terms).gap_percent).toBeNull();
  const stressed = { ...rules, gapPercents: { crypto: 30, forex: 5 } };
  expect(toWireAsset(asset, stressed, terms).gap_percent).toBe(30);
});

it('states the guaranteed-stop premium if positions would be guaranteed', () => {
  const terms = { clientCategory: 'retail', hasGuaranteedStop: true } as const;
  expect(toWireAsset(asset, rules, terms).protection).toEqual({ fee_percent: 0 });
  const paid = { ...rules, protectionFeeBps: 15 };
  expect(toWireAsset(asset, paid, terms).protection).toEqual({ fee_percent: 0.15 });
});

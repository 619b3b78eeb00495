import { CATEGORIES } from '@halyard/core/instrument';
import { findMarketParameters, loadCatalogue } from '@halyard/market';
import { expect, it } from 'vitest';

import { readSettings } from './settings.ts';

const VENDORS = {
  OANDA_TOKEN: 'a-token',
  OANDA_ACCOUNT: '101-004-1234567-001',
  ALPACA_KEY: 'a-key',
  ALPACA_SECRET: 'a-secret',
};
const MIXED = 'FEED must be real prices alone for crypto, or one other feed alone: they never mix';

function routesOf(FEED: string): Readonly<Record<string, readonly string[]>> {
  const read = readSettings({ ...VENDORS, FEED });
  return read.kind === 'faulty' ? {} : Object.fromEntries(read.settings.feed.routes);
}

function faultsOf(FEED: string): readonly string[] {
  const read = readSettings({ ...VENDORS, FEED, REPLAY_FILES: `BTCUSD=${import.meta.filename}` });
  return read.kind === 'faulty' ? read.faults.map(({ name, text }) => `${name} ${text}`) : [];
}

it('gives a bare vendor the categories that it has whole', () => {
  const oanda = ['oanda'];
  expect(routesOf('oanda')).toEqual({ forex: oanda, commodities: oanda, index: oanda });
  expect(routesOf('alpaca')).toEqual({ stocks: ['alpaca'] });
  const coins = loadCatalogue().filter(({ category }) => category === 'crypto');
  const ofOanda = coins.filter(({ symbol }) => findMarketParameters(symbol)?.feedCodes.oanda);
  expect(ofOanda.map(({ symbol }) => symbol)).toEqual(['BTCUSD', 'ETHUSD', 'LTCUSD']);
});

it('gives a category to vendors in the order they are named, also to one that has a part of it', () => {
  expect(routesOf('crypto=binance|oanda')).toEqual({ crypto: ['binance', 'oanda'] });
  expect(routesOf('crypto=oanda|binance')).toEqual({ crypto: ['oanda', 'binance'] });
});

it.each(['simulator', 'replay'])(
  'never lets %s stand in for real prices, nor the reverse',
  (name) => {
    expect(faultsOf(`crypto=binance|${name}`)).toEqual([MIXED]);
    expect(faultsOf(`crypto=${name}|binance|oanda`)).toEqual([MIXED]);
    for (const category of CATEGORIES) {
      expect(faultsOf(`${category}=simulator|replay`).join()).toContain('they never mix');
    }
  },
);

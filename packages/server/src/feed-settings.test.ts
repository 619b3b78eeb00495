import { CATEGORIES } from '@halyard/core/instrument';
import { loadCatalogue, VENDORS } from '@halyard/market';
import { expect, it } from 'vitest';

import { readSettings } from './settings.ts';

const VENDOR_SETTINGS = {
  OANDA_TOKEN: 'a-token',
  OANDA_ACCOUNT: '101-004-1234567-001',
  ALPACA_KEY: 'a-key',
  ALPACA_SECRET: 'a-secret',
};
const MIXED = 'FEED must be real prices alone for crypto, or one other feed alone: they never mix';

function routesOf(FEED: string): Readonly<Record<string, readonly string[]>> {
  const read = readSettings({ ...VENDOR_SETTINGS, FEED });
  return read.kind === 'invalid' ? {} : Object.fromEntries(read.settings.feed.routes);
}

function problemsOf(FEED: string): readonly string[] {
  const files = { REPLAY_FILES: `BTCUSD=${import.meta.filename}` };
  const read = readSettings({ ...VENDOR_SETTINGS, FEED, ...files });
  return read.kind === 'invalid' ? read.problems.map(({ name, text }) => `${name} ${text}`) : [];
}

it('assigns a vendor without categories those that it covers completely', () => {
  const oanda = ['oanda'];
  expect(routesOf('oanda')).toEqual({ forex: oanda, commodities: oanda, index: oanda });
  expect(routesOf('alpaca')).toEqual({ stocks: ['alpaca'] });
  const coins = loadCatalogue().filter(({ category }) => category === 'crypto');
  const codes = VENDORS.find(({ name }) => name === 'oanda')?.codes;
  const ofOanda = coins.filter(({ symbol }) => codes?.[symbol] !== undefined);
  expect(ofOanda.map(({ symbol }) => symbol)).toEqual(['BTCUSD', 'ETHUSD', 'LTCUSD']);
});

it('assigns a category to vendors in their configured order, also with partial coverage', () => {
  expect(routesOf('crypto=binance|oanda')).toEqual({ crypto: ['binance', 'oanda'] });
  expect(routesOf('crypto=oanda|binance')).toEqual({ crypto: ['oanda', 'binance'] });
});

it.each(['simulator', 'replay'])('never substitutes %s for real prices, or the reverse', (name) => {
  expect(problemsOf(`crypto=binance|${name}`)).toEqual([MIXED]);
  expect(problemsOf(`crypto=${name}|binance|oanda`)).toEqual([MIXED]);
  for (const category of CATEGORIES) {
    expect(problemsOf(`${category}=simulator|replay`).join()).toContain('they never mix');
  }
});

it('rejects a start of the replay on a day that does not exist', () => {
  const problems = (text: string) => {
    const read = readSettings({ REPLAY_FROM: text });
    return read.kind === 'invalid' ? read.problems.map(({ name }) => name) : [];
  };
  expect(problems('2026-02-28T12:00Z')).not.toContain('REPLAY_FROM');
  expect(problems('2026-02-31T12:00Z')).toContain('REPLAY_FROM');
});

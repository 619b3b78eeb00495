import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { readSettings, type Settings } from '#settings.ts';

const root = mkdtempSync(join(tmpdir(), 'halyard-settings-'));
afterAll(() => rmSync(root, { recursive: true }));
const pricesPath = join(root, 'prices.json');
writeFileSync(pricesPath, '[]');

function settingsOf(environment: Record<string, string>): Settings {
  const read = readSettings(environment);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readSettings(environment);
  return read.kind === 'invalid' ? read.problems.map(({ name, text }) => `${name} ${text}`) : [];
}

/** The feeds of some categories, as they stand in the settings. */
function routesOf(categories: string, ...feeds: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(categories.split(',').map((category) => [category, feeds]));
}

it.each([
  ['NODE_ENV', 'prod'],
  ['NODE_ENV', 'Production'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '3000x'],
  ['PORT', '1e3'],
  ['HOST', 'a b'],
  ['OPERATOR_NAME', 'House <a@b.example>'],
  ['OPERATOR_NAME', '"House"'],
  ['CMS_URL', 'http://cms.example'],
  ['CMS_URL', 'https://user:pass@cms.example'],
  ['CMS_URL', 'https://cms.example/?a=b'],
  ['CMS_TOKEN', 'a b'],
  ['CMS_COLLECTIONS', 'pages,../x'],
  ['IP_INFO_URL', 'https://ip.example/'],
  ['IP_INFO_URL', 'http://ip.example/{ip}'],
  ['OPERATOR_EMAIL', 'a@b.example, c@d.example'],
  ['AFFILIATE_SECOND_FACTOR', 'maybe'],
  ['BACKOFFICE_URL', 'office.example'],
  ['BACKOFFICE_URL', 'https://office.example'],
  ['PUBLIC_URL', 'trade.example'],
  ['PUBLIC_URL', 'https://trade.example/path'],
  ['PUBLIC_URL', 'ftp://trade.example'],
  ['PUBLIC_URL', 'https://user:pass@trade.example'],
  ['DATABASE_URL', 'mysql://db/halyard'],
  ['DATABASE_URL', 'db'],
  ['EMBEDDED_DATABASE', 'yes'],
  ['REGISTRATION', 'maybe'],
  ['PLATFORM_ONLY', '2'],
  ['ECONOMICS', 'no way'],
  ['REGIME', 'us'],
  ['MARGIN_CLOSE_OUT_PERCENT', '0'],
  ['MARGIN_CLOSE_OUT_PERCENT', '101'],
  ['MARGIN_CLOSE_OUT_PERCENT', '50.5'],
  ['FEED', 'nasdaq'],
  ['FEED', 'replay'],
  ['FEED', 'crypto'],
  ['FEED', 'crypto='],
  ['FEED', 'crypto=binance,'],
  ['FEED', 'crypto=binance,crypto=simulator'],
  ['FEED', 'crypto=simulator|simulator'],
  ['FEED', 'coins=binance'],
  ['FEED', 'crypto=binance=simulator'],
  ['FEED', 'crypto=binance|simulator'],
  ['FEED', 'forex=binance'],
  ['BINANCE_STREAM_URL', 'https://stream.example'],
  ['BINANCE_STREAM_URL', 'ws://stream.example'],
  ['BINANCE_URL', 'http://127.0.0.1.example'],
  ['OANDA_URL', 'http://rest.example'],
  ['OANDA_STREAM_URL', 'wss://stream.example'],
  ['OANDA_TOKEN', 'a token'],
  ['OANDA_ACCOUNT', '../101'],
  ['OANDA_ENVIRONMENT', 'demo'],
  ['ALPACA_KEY', 'ключ'],
  ['ALPACA_SECRET', 'x'.repeat(201)],
  ['ALPACA_FEED', 'nyse'],
  ['ALPACA_SYMBOLS_MAX', '0'],
  ['ALPACA_STREAM_URL', 'stream.example'],
  ['ALPACA_URL', 'ftp://rest.example'],
  ['FEED_SWITCH', 'yes'],
  ['REPLAY_SPEED', '0'],
  ['REPLAY_SPEED', '-1'],
  ['REPLAY_SPEED', 'Infinity'],
  ['REPLAY_FILES', 'prices.json'],
  ['REPLAY_FILES', 'BTCUSD=/nowhere/prices.json'],
  ['REPLAY_FILES', `BTCUSD=${pricesPath},`],
  ['REPLAY_FROM', 'yesterday'],
  ['REPLAY_FROM', '2025-02-30T00:00:00'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://mail.example?tls.rejectUnauthorized=false'],
  ['MAIL_FROM', 'a\nb@example.com'],
  ['MAIL_FROM', 'nobody'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['MAX_OPEN_POSITIONS', '0'],
  ['AUTO_TRADING', 'on'],
  ['AUTO_TRADING', 'EURUSD,NOTHING'],
  ['UNVERIFIED_DEPOSIT_MAX', 'none'],
  ['WITHDRAWAL_FEE', '-1'],
  ['WITHDRAWAL_FEE', '1.005'],
  ['WITHDRAWAL_FOUR_EYES', '10000001'],
  ['BOOKING_FOUR_EYES', '-1'],
  ['APPROVER_AGE_DAYS', '91'],
  ['COUNTRIES_BLOCKED', 'USA'],
  ['COUNTRIES_BLOCKED', 'us'],
  ['LOG_LEVEL', 'verbose'],
  ['DEMO', 'x'],
])('refuses %s=%j in one sentence that does not repeat it', (name, text) => {
  const problems = problemsOf({ [name]: text });
  expect(problems.length).toBe(1);
  const [problem = ''] = problems;
  expect(problem).toMatch(/^(\w+) (must be|is required with|has no readable file for) \S+/);
  if (name !== 'FEED') expect(problem.startsWith(`${name} `)).toBe(true);
});

it.each([
  ['binance', 'crypto'],
  ['simulator', 'forex,stocks,crypto,commodities,index'],
])('assigns FEED=%s to the categories that it covers: %s', (name, categories) => {
  const { routes, isSimulated } = settingsOf({ FEED: name }).feed;
  expect(routes).toEqual(routesOf(categories, name));
  expect(isSimulated).toBe(name === 'simulator');
});

it('gives a category that FEED does not name no prices', () => {
  expect(settingsOf({ FEED: 'crypto=binance' }).feed.routes).toEqual(routesOf('crypto', 'binance'));
});

it('names missing settings of used vendors only', () => {
  expect(problemsOf({ FEED: 'forex=oanda,stocks=alpaca,crypto=binance' })).toEqual([
    'OANDA_TOKEN is required with FEED=oanda',
    'OANDA_ACCOUNT is required with FEED=oanda',
    'ALPACA_KEY is required with FEED=alpaca',
    'ALPACA_SECRET is required with FEED=alpaca',
  ]);
});

it('rejects mixed simulated and real prices, and files without a replay', () => {
  expect(problemsOf({ FEED: 'crypto=binance|simulator' })).toEqual([
    'FEED must be real prices alone for crypto, or one other feed alone: they never mix',
  ]);
  const files = `BTCUSD=${pricesPath},EURUSD=${pricesPath}`;
  expect(problemsOf({ FEED: 'crypto=replay,forex=simulator', REPLAY_FILES: files })).toEqual([
    'REPLAY_FILES must be without EURUSD: FEED has another feed for it',
  ]);
});

it('never prints an address, which may contain a password', () => {
  const problems = problemsOf({
    DATABASE_URL: 'mysql://u:hunter2@db/x',
    SMTP_URL: 'http://hunter2',
  });
  expect(problems.length).toBe(2);
  expect(problems.join()).not.toContain('hunter2');
});

it('lists every problem at once, each name once, unsafe ones among them', () => {
  const problems = problemsOf({
    NODE_ENV: 'production',
    PORT: 'x',
    FEED: 'x',
    DATABASE_URL: 'x',
    MARGIN_CLOSE_OUT_PERCENT: '10',
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'FEED',
    'PUBLIC_URL',
    'OPERATOR_ADDRESS',
    'MARGIN_CLOSE_OUT_PERCENT',
  ]);
});

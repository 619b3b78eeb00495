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
  if (read.kind === 'faulty') throw new Error(JSON.stringify(read.faults));
  return read.settings;
}

/** The feeds of some categories, as they stand in the settings. */
function routesOf(categories: string, ...feeds: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(categories.split(',').map((category) => [category, feeds]));
}

it('has a default for every setting', () => {
  expect(settingsOf({})).toEqual({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: join(process.cwd(), 'data'),
    databaseUrl: undefined,
    registration: true,
    signUpsPerHour: 20,
    platformOnly: false,
    economics: true,
    regime: 'eu-retail',
    marginCloseOutPercent: 50,
    site: expect.objectContaining({ tradingView: 'iframe' }),
    financingBpsYear: {},
    financingNightsMax: 31,
    gapPercents: { forex: 5, index: 10, commodities: 15, stocks: 20, crypto: 30 },
    protectionFeeBps: 0,
    sharedProtection: false,
    spreads: new Map(),
    feed: {
      routes: routesOf('forex,stocks,crypto,commodities,index', 'simulator'),
      isSimulated: true,
      replay: { speed: 1, files: [], fromMs: undefined },
      binance: { streamUrl: undefined, restUrl: undefined },
      oanda: {
        token: undefined,
        account: undefined,
        environment: 'practice',
        streamUrl: undefined,
        restUrl: undefined,
      },
      alpaca: {
        key: undefined,
        secret: undefined,
        feed: 'iex',
        symbolsMax: 30,
        streamUrl: undefined,
        restUrl: undefined,
      },
      acceptedSwitch: undefined,
    },
    payments: {
      mode: 'sandbox',
      providers: {},
      methods: { depositMethods: ['bank'], providerOrder: [] },
      bankAccount: undefined,
    },
    operatorName: 'Halyard',
    operatorAddress: '',
    operatorEmail: undefined,
    smtpUrl: undefined,
    mailFrom: 'Halyard <no-reply@localhost>',
    trustProxy: [],
    maxOpenPositions: 200,
    autoTrading: ['EURUSD', 'XAUUSD', 'US500', 'BTCUSD'],
    unverifiedDepositMaxCents: 200_000,
    ipInfoUrl: undefined,
    closedAccountsKeptYears: 5,
    withdrawalFeeCents: 0,
    withdrawalFourEyesCents: 500_000,
    bookingFourEyesCents: 500_000,
    approverAgeDays: 7,
    countriesBlocked: [],
    logLevel: 'info',
    demo: true,
    appropriateness: false,
  });
});

it('reads every setting', () => {
  expect(
    settingsOf({
      PORT: '0',
      HOST: '::1',
      PUBLIC_URL: 'https://Trade.Example:8443/',
      DATA_DIR: '/var/lib/halyard',
      DATABASE_URL: 'postgres://halyard:secret@db:5432/halyard',
      REGISTRATION: 'off',
      SIGN_UPS_PER_HOUR: '7',
      CLOSED_ACCOUNTS_KEPT_YEARS: '10',
      PLATFORM_ONLY: '1',
      ECONOMICS: 'FALSE',
      REGIME: 'international',
      MARGIN_CLOSE_OUT_PERCENT: '20',
      FINANCING: 'forex:2.5/-1.05, crypto : 12 / 0',
      FINANCING_NIGHTS_MAX: '90',
      GAP_PERCENTS: 'forex:4,crypto:40',
      PROTECTION_FEE_PERCENT: '0.25',
      SHARED_PROTECTION: 'on',
      SPREADS: 'EURUSD:0.005/0.0125, US500 : 1',
      FEED: 'crypto = replay, forex=oanda,index=oanda,stocks=alpaca',
      REPLAY_SPEED: '3600.5',
      REPLAY_FILES: ` BTCUSD=${pricesPath} , ETHUSD=${pricesPath}`,
      REPLAY_FROM: '2025-10-20T06:00:00Z',
      BINANCE_STREAM_URL: 'wss://stream.example:9443',
      BINANCE_URL: 'http://127.0.0.1:9000',
      OANDA_TOKEN: 'a-token',
      OANDA_ACCOUNT: '101-004-1234567-001',
      OANDA_ENVIRONMENT: 'live',
      OANDA_STREAM_URL: 'https://stream.example',
      OANDA_URL: 'https://rest.example',
      ALPACA_KEY: 'a-key',
      ALPACA_SECRET: 'a-secret',
      ALPACA_FEED: 'sip',
      ALPACA_SYMBOLS_MAX: '200',
      ALPACA_STREAM_URL: 'ws://[::1]:9001',
      ALPACA_URL: 'http://localhost:9001',
      FEED_SWITCH: '01234abc',
      OPERATOR_NAME: 'Müller & Söhne',
      OPERATOR_EMAIL: 'desk@trade.example',
      OPERATOR_ADDRESS: '1 Quay Street, Harbour',
      LOSING_ACCOUNTS_PERCENT: '76',
      SMTP_URL: 'smtps://u:p@mail.example',
      TRUST_PROXY: '10.0.0.0/8,::1',
      MAX_OPEN_POSITIONS: '5',
      AUTO_TRADING: 'BTCUSD, EURUSD,BTCUSD',
      UNVERIFIED_DEPOSIT_MAX: '500',
      IP_INFO_URL: 'https://ip.example/{ip}?key=k',
      WITHDRAWAL_FEE: '2.50',
      WITHDRAWAL_FOUR_EYES: '1000.50',
      BOOKING_FOUR_EYES: '2000',
      APPROVER_AGE_DAYS: '14',
      COUNTRIES_BLOCKED: 'US,CA',
      LOG_LEVEL: 'debug',
      DEMO: '0',
      TRADINGVIEW: 'off',
      SOMETHING_ELSE: 'is not ours',
    }),
  ).toEqual({
    isProduction: false,
    port: 0,
    host: '::1',
    publicUrl: 'https://trade.example:8443',
    dataDir: '/var/lib/halyard',
    databaseUrl: 'postgres://halyard:secret@db:5432/halyard',
    registration: false,
    signUpsPerHour: 7,
    closedAccountsKeptYears: 10,
    cms: undefined,
    platformOnly: true,
    economics: false,
    regime: 'international',
    marginCloseOutPercent: 20,
    site: { tradingView: 'off', map: undefined, pictureOrigins: [], frameOrigins: [] },
    financingNightsMax: 90,
    gapPercents: { forex: 4, index: 10, commodities: 15, stocks: 20, crypto: 40 },
    financingBpsYear: { forex: { buy: 250, sell: -105 }, crypto: { buy: 1_200, sell: 0 } },
    protectionFeeBps: 25,
    sharedProtection: true,
    spreads: new Map([
      ['EURUSD', { extraCentiBps: 50, minimumCentiBps: 125 }],
      ['US500', { extraCentiBps: 10_000, minimumCentiBps: 0 }],
    ]),
    feed: {
      routes: new Map([
        ...routesOf('crypto', 'replay'),
        ...routesOf('forex,index', 'oanda'),
        ...routesOf('stocks', 'alpaca'),
      ]),
      isSimulated: true,
      replay: {
        speed: 3600.5,
        files: [
          { symbol: 'BTCUSD', path: pricesPath },
          { symbol: 'ETHUSD', path: pricesPath },
        ],
        fromMs: Date.UTC(2025, 9, 20, 6),
      },
      binance: { streamUrl: 'wss://stream.example:9443', restUrl: 'http://127.0.0.1:9000' },
      oanda: {
        token: 'a-token',
        account: '101-004-1234567-001',
        environment: 'live',
        streamUrl: 'https://stream.example',
        restUrl: 'https://rest.example',
      },
      alpaca: {
        key: 'a-key',
        secret: 'a-secret',
        feed: 'sip',
        symbolsMax: 200,
        streamUrl: 'ws://[::1]:9001',
        restUrl: 'http://localhost:9001',
      },
      acceptedSwitch: '01234abc',
    },
    smtpUrl: 'smtps://u:p@mail.example',
    payments: {
      mode: 'off',
      providers: {},
      methods: { depositMethods: ['bank'], providerOrder: [] },
      bankAccount: undefined,
    },
    operatorName: 'Müller & Söhne',
    operatorEmail: 'desk@trade.example',
    operatorAddress: '1 Quay Street, Harbour',
    losingAccountsPercent: 76,
    mailFrom: 'Müller & Söhne <no-reply@trade.example>',
    trustProxy: ['10.0.0.0/8', '::1'],
    maxOpenPositions: 5,
    autoTrading: ['BTCUSD', 'EURUSD'],
    unverifiedDepositMaxCents: 50_000,
    ipInfoUrl: 'https://ip.example/{ip}?key=k',
    withdrawalFeeCents: 250,
    withdrawalFourEyesCents: 100_050,
    bookingFourEyesCents: 200_000,
    approverAgeDays: 14,
    countriesBlocked: ['US', 'CA'],
    logLevel: 'debug',
    demo: false,
    appropriateness: false,
  });
});

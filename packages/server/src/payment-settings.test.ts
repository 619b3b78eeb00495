import { describe, expect, it } from 'vitest';

import { readSettings, type Settings } from './settings.ts';

function settingsOf(environment: Record<string, string>): Settings {
  const read = readSettings(environment);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readSettings(environment);
  return read.kind === 'invalid' ? read.problems.map(({ name, text }) => `${name} ${text}`) : [];
}

describe('payments', () => {
  const live = { PAYMENTS: 'live', PAYMAXIS_KEY: 'k', PAYMAXIS_SIGNING_KEY: 's' };

  it('use the sandbox with demo data, and are off without it', () => {
    expect(settingsOf({}).payments.mode).toBe('sandbox');
    expect(settingsOf({ DEMO: 'off' }).payments.mode).toBe('off');
    expect(settingsOf({ PAYMENTS: 'off', IPAYTOTAL_KEY: 'k' }).payments).toMatchObject({
      mode: 'off',
      providers: {},
    });
  });

  it('read the methods, the order of providers and the bank account', () => {
    const bank = {
      BANK_ACCOUNT_HOLDER: 'Example Markets',
      BANK_ACCOUNT_IBAN: 'DE89 3704 0044 0532 0130 00',
    };
    expect(
      settingsOf({ ...bank, DEPOSIT_METHODS: 'titan, bank', PAYMENT_PROVIDERS: 'payway' }).payments,
    ).toMatchObject({
      methods: { depositMethods: ['titan', 'bank'], providerOrder: ['payway'] },
      bankAccount: { holder: 'Example Markets', iban: 'DE89370400440532013000' },
    });
    expect(settingsOf({}).payments.methods.depositMethods).toEqual(['bank']);
    expect(problemsOf({ BANK_ACCOUNT_HOLDER: 'Example Markets' })).toEqual([
      'BANK_ACCOUNT_IBAN is required with BANK_ACCOUNT_HOLDER',
    ]);
    expect(problemsOf({ DEPOSIT_METHODS: 'cash' })).toEqual([
      'DEPOSIT_METHODS must be some of bank, alternative, titan, with commas',
    ]);
  });

  it('connect the providers that have their keys [k-card-configured]', () => {
    const { providers } = settingsOf({
      ...live,
      IPAYTOTAL_KEY: 'i',
      PAYMENT_PAGE_HOSTS: 'pay.example.net',
    }).payments;
    expect(Object.keys(providers)).toEqual(['paymaxis', 'ipaytotal']);
    expect(providers.paymaxis).toEqual({
      url: 'https://app.paymaxis.com',
      key: 'k',
      signingKeys: ['s'],
      isTest: false,
      pageHosts: ['paymaxis.com', 'pay.example.net'],
    });
    expect(providers.ipaytotal?.pageHosts).toEqual(['ipaytotal.solutions', 'pay.example.net']);
    const payway = {
      PAYWAY_SHOP: '1',
      PAYWAY_SECRET: 's',
      PAYWAY_URL: 'https://pgw.example.com/a',
    };
    expect(settingsOf({ ...live, ...payway }).payments.providers.payway).toMatchObject({
      amounts: 'minor',
      isProven: false,
    });
  });

  it('name what a provider still needs', () => {
    expect(problemsOf({ PAYMENTS: 'live' })).toEqual([
      'PAYMENTS is live, but no provider has its keys',
    ]);
    expect(problemsOf({ ...live, PAYMAXIS_SIGNING_KEY: '' })).toEqual([
      'PAYMAXIS_SIGNING_KEY is required with PAYMAXIS_KEY',
    ]);
    expect(problemsOf({ ...live, IKAJO_KEY: 'k' })).toEqual([
      'IKAJO_PASSWORD is required with IKAJO_KEY',
      'IKAJO_URL is required with IKAJO_KEY',
    ]);
    expect(problemsOf({ ...live, PAYMAXIS_URL: 'http://pay.example.com' })).toHaveLength(1);
  });

  it('are rejected in production if any payment would not be real', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://trade.example.com',
      OPERATOR_ADDRESS: 'Example Street 1, 10115 Berlin',
      DATABASE_URL: 'postgres://localhost/halyard',
      FEED: 'crypto=binance',
    };
    expect(problemsOf(production)).toEqual([]);
    expect(problemsOf({ ...production, ...live })).toEqual([]);
    expect(problemsOf({ ...production, PAYMENTS: 'sandbox' })).toEqual([
      'PAYMENTS must not be sandbox in production: nobody would pay',
    ]);
    expect(problemsOf({ ...production, ...live, FEED: 'simulator', PAYMENTS_TEST: 'on' })).toEqual([
      'FEED must be real prices alone where PAYMENTS=live takes real money',
      'PAYMENTS_TEST must be off in production: test money is no money',
    ]);
    expect(problemsOf({ ...production, ...live, PAYMAXIS_URL: 'http://127.0.0.1:1' })).toEqual([
      'PAYMAXIS_URL must begin with https:// in production',
    ]);
  });
});

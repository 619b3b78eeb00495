import { expect, it } from 'vitest';
import { PublicConfig } from '@halyard/contract/config';
import { getConfig } from './get-config.ts';
import { riskWarning } from './risk-warning.ts';

const settings = {
  registration: true,
  platformOnly: false,
  economics: true,
  autoTrading: ['EURUSD'],
  regime: 'eu-retail',
  marginCloseOutPercent: 50,
  feed: { isSimulated: true },
  payments: { mode: 'off' },
  demo: false,
  site: { tradingView: 'iframe', map: { latitude: 52.5, longitude: 13.4 } },
  losingAccountsPercent: undefined,
} as const;
const METHODS = {
  paymentMethods: [{ id: 2, key: 'bank' as const, title: 'Bank transfer' }],
  contentToken: 'a token',
};

it('sends the settings to the browser [k-currency] [k-lang-supported]', () => {
  const config = getConfig(settings, METHODS);
  expect(PublicConfig.parse(config)).toEqual(config);
  expect(config).toMatchObject({
    registration: true,
    platformOnly: false,
    economics: true,
    autoTrading: true,
    regime: 'eu-retail',
    marginCloseOutPercent: 50,
    languages: ['en', 'de', 'it', 'es'],
    currency: 'EUR',
    depositMinimum: 250,
    tradingView: 'iframe',
    map: { latitude: 52.5, longitude: 13.4 },
    payment_methods: METHODS.paymentMethods,
    content_token: 'a token',
  });
  expect(
    getConfig({ ...settings, registration: false, economics: false, autoTrading: [] }, METHODS),
  ).toMatchObject({
    registration: false,
    economics: false,
    autoTrading: false,
  });
});

it('says that prices are simulated and that money is play money', () => {
  expect(getConfig(settings, METHODS).notices).toEqual({
    simulatedPrices: true,
    sandboxMoney: false,
  });
  expect(
    getConfig({ ...settings, feed: { isSimulated: false }, demo: true }, METHODS).notices,
  ).toEqual({
    simulatedPrices: false,
    sandboxMoney: true,
  });
});

it('says the same if payments use the sandbox', () => {
  const sandbox = { ...settings, payments: { mode: 'sandbox' } } as const;
  expect(getConfig(sandbox, METHODS).notices.sandboxMoney).toBe(true);
});

it('shows the industry range in the risk warning until twelve months of own figures exist', () => {
  expect(riskWarning(undefined)).toContain('74-89% of retail investor accounts lose money');
  expect(riskWarning(undefined)).not.toContain('this provider');
  expect(riskWarning(81)).toContain(
    '81% of retail investor accounts lose money when trading CFDs with this provider.',
  );
});

it('has the risk warning in each language', () => {
  const { riskWarning: texts } = getConfig(settings, METHODS);
  expect(Object.values(texts)).toEqual([
    expect.stringMatching(/^CFDs are complex instruments/),
    expect.stringMatching(/^CFDs sind komplexe Instrumente/),
    expect.stringMatching(/^I CFD sono strumenti complessi/),
    expect.stringMatching(/^Los CFD son instrumentos complejos/),
  ]);
});

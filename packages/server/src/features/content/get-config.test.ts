import { expect, it } from 'vitest';
import { PublicConfig } from '@halyard/contract/config';
import { getConfig } from './get-config.ts';
import { riskWarning } from './risk-warning.ts';

const settings = {
  registration: true,
  platformOnly: false,
  economics: true,
  regime: 'eu-retail',
  feed: { isSimulated: true },
  demo: false,
} as const;

it('tells the browser the settings [k-currency] [k-lang-supported]', () => {
  const config = getConfig(settings);
  expect(PublicConfig.parse(config)).toEqual(config);
  expect(config).toMatchObject({
    registration: true,
    platformOnly: false,
    economics: true,
    regime: 'eu-retail',
    languages: ['en', 'de', 'it', 'es'],
    currency: 'EUR',
    depositMinimum: 250,
  });
  expect(getConfig({ ...settings, registration: false, economics: false })).toMatchObject({
    registration: false,
    economics: false,
  });
});

it('says that prices are simulated and that money is play money', () => {
  expect(getConfig(settings).notices).toEqual({ simulatedPrices: true, sandboxMoney: false });
  expect(getConfig({ ...settings, feed: { isSimulated: false }, demo: true }).notices).toEqual({
    simulatedPrices: false,
    sandboxMoney: true,
  });
});

it('warns with the range of the market until there are twelve months of own figures', () => {
  expect(riskWarning(undefined)).toContain('74-89% of retail investor accounts lose money');
  expect(riskWarning(undefined)).not.toContain('this provider');
  expect(riskWarning(81)).toContain(
    '81% of retail investor accounts lose money when trading CFDs with this provider.',
  );
});

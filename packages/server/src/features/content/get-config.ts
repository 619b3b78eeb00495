import { DEPOSIT_MINIMUM_CENTS, LANGUAGES } from '@halyard/contract/config';
import type { BankAccount, PublicConfig } from '@halyard/contract/config';
import { cents, toEuros } from '@halyard/core/money';
import { riskWarning } from './risk-warning.ts';

export type ConfigSettings = {
  readonly registration: boolean;
  readonly platformOnly: boolean;
  readonly economics: boolean;
  readonly autoTrading: readonly string[];
  readonly regime: PublicConfig['regime'];
  readonly marginCloseOutPercent: number;
  readonly feed: { readonly isSimulated: boolean };
  readonly payments: {
    readonly mode: 'off' | 'sandbox' | 'live';
    readonly bankAccount?: BankAccount | undefined;
  };
  /** Whether this is a demo installation, whose money is not real. */
  readonly demo: boolean;
  readonly site: {
    readonly tradingView: PublicConfig['tradingView'];
    readonly map: PublicConfig['map'];
  };
  /**
   * The share of the operator's retail accounts that lost money in the last twelve months;
   * undefined before that.
   */
  readonly losingAccountsPercent: number | undefined;
};

/** Returns what the browser needs before sign-in. */
export function getConfig(
  settings: ConfigSettings,
  {
    paymentMethods,
    contentToken,
  }: {
    readonly paymentMethods: PublicConfig['payment_methods'];
    readonly contentToken: string;
  },
): PublicConfig {
  const { losingAccountsPercent: percent } = settings;
  const { bankAccount } = settings.payments;
  return {
    registration: settings.registration,
    platformOnly: settings.platformOnly,
    economics: settings.economics,
    autoTrading: settings.autoTrading.length > 0,
    regime: settings.regime,
    marginCloseOutPercent: settings.marginCloseOutPercent,
    languages: [...LANGUAGES],
    currency: 'EUR',
    depositMinimum: toEuros(cents(DEPOSIT_MINIMUM_CENTS)),
    payment_methods: paymentMethods,
    ...(bankAccount === undefined ? {} : { bank_account: bankAccount }),
    content_token: contentToken,
    tradingView: settings.site.tradingView,
    ...(settings.site.map === undefined ? {} : { map: settings.site.map }),
    riskWarning: {
      en: riskWarning(percent, 'en'),
      de: riskWarning(percent, 'de'),
      it: riskWarning(percent, 'it'),
      es: riskWarning(percent, 'es'),
    },
    notices: {
      simulatedPrices: settings.feed.isSimulated,
      sandboxMoney: settings.demo || settings.payments.mode === 'sandbox',
    },
  };
}

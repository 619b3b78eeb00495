// The environment, parsed once. All problems are reported together, each with the name, what is
// wrong, and what to do. A value is never printed, because it may contain a password.
import { resolve } from 'node:path';
import { EMAIL_PATTERN } from '@halyard/contract/accounts';
import * as z from 'zod/mini';
import { cents, ZERO_CENTS, type Cents } from '@halyard/core/money';
import { parseRange } from '#platform/http/http.ts';
import { LOG_LEVELS, type LogLevel } from '#platform/log/log.ts';
import {
  feedProblems,
  FeedVariables,
  spreadProblems,
  toFeedSettings,
  type FeedSettings,
} from './feed-settings.ts';
import {
  paymentProblems,
  PaymentVariables,
  toPaymentSettings,
  type PaymentSettings,
} from './payment-settings.ts';
import {
  contentProblems,
  ContentVariables,
  toCmsSettings,
  type CmsSettings,
} from './content-settings.ts';
import {
  choice,
  euros,
  flag,
  integer,
  list,
  matching,
  readSmtpUrl,
  secureUrlOf,
  setting,
  type Problem,
} from './setting-kinds.ts';
import {
  addressProblems,
  toAddressSettings,
  AddressVariables,
  type AddressSettings,
} from './config/address-settings.ts';
import { DocumentVariables, s3Problems, toFileSettings } from './config/document-settings.ts';
import { screeningProblems } from './config/screening-settings.ts';
import { signOnProblems, SignOnVariables, toSignOnSettings } from './config/sign-on-settings.ts';
import {
  databaseProblems,
  DatabaseVariables,
  toDatabaseSettings,
} from './config/database-settings.ts';
import { isTrial } from './config/is-trial.ts';
import { VENDOR_SCHEMAS } from './config/vendor-settings.ts';
import {
  metricsProblems,
  MetricsVariables,
  toMonitoringSettings,
  type MonitoringSettings,
} from './metrics-settings.ts';
import { productionProblems, productionWarnings } from './production-settings.ts';
import { readSecretFiles, SECRET_FILE_NAMES } from './config/secret-files.ts';
import { SiteVariables, toSiteSettings, type SiteSettings } from './site-settings.ts';
import { toTradingSettings, TradingVariables, type TradingSettings } from './trading-settings.ts';
import { unknownSettingProblems } from './unknown-settings.ts';

export type Settings = AddressSettings &
  ReturnType<typeof toDatabaseSettings> &
  MonitoringSettings &
  ReturnType<typeof toSignOnSettings> &
  ReturnType<typeof toFileSettings> &
  TradingSettings & {
    readonly isProduction: boolean;
    readonly port: number;
    /** Whether affiliates must set up an authenticator app before they can see anything. */
    readonly affiliateSecondFactor: boolean;
    /** The absolute path of DATA_DIR. */
    readonly dataDir: string;
    readonly registration: boolean;
    /** The maximum sign-ups per hour from one network; from all networks, fifty times as many. */
    readonly signUpsPerHour: number;
    readonly platformOnly: boolean;
    readonly economics: boolean;
    readonly feed: FeedSettings;
    /** The operator's name as customers know it. */
    readonly operatorName: string;
    /** The operator's address on one line; empty when not set. */
    readonly operatorAddress: string;
    /** The share of retail accounts that lost money in twelve months; undefined before that. */
    readonly losingAccountsPercent: number | undefined;
    /** The address that receives visitors' messages, and reports that need a person. */
    readonly operatorEmail: string | undefined;
    readonly payments: PaymentSettings;
    /** The settings of an external Cockpit; undefined for the built-in store. */
    readonly cms: CmsSettings | undefined;
    readonly site: SiteSettings;
    readonly smtpUrl: string | undefined;
    readonly mailFrom: string;
    /** The CIDR ranges whose X-Forwarded-For is trusted. */
    readonly trustProxy: readonly string[];
    /** The URL of the IP information service, with `{ip}` in place of the address. */
    readonly ipInfoUrl: string | undefined;
    /** The ISO 3166 alpha-2 codes of countries from which nobody can sign up. */
    readonly countriesBlocked: readonly string[];
    /** The maximum that a customer can deposit before staff have verified them. */
    readonly unverifiedDepositMaxCents: Cents;
    /** The broker's fee for each withdrawal. */
    readonly withdrawalFeeCents: Cents;
    /** The sum of a customer's withdrawals within 24 hours above which two people must approve. */
    readonly withdrawalFourEyesCents: Cents;
    /** The sum of manual bookings to a customer within 24 hours that needs two approvals. */
    readonly bookingFourEyesCents: Cents;
    /** For how many days a member of staff whom somebody else has changed can't be an approver. */
    readonly approverAgeDays: number;
    readonly logLevel: LogLevel;
    /** Whether the first start creates the demo customers and staff. */
    readonly demo: boolean;
    /** How many years the law requires the identity of a former customer to be kept. */
    readonly closedAccountsKeptYears: number;
    /** Whether customers must pass the appropriateness test before their first position. */
    readonly appropriateness: boolean;
    /** Whether webhooks can be sent to private networks, and over http. */
    readonly webhookPrivateTargets: boolean;
  };

export type ReadSettings =
  | {
      readonly kind: 'ok';
      readonly settings: Settings;
      /** Warnings about valid settings. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** The values of NODE_ENV. A misspelt one must not start production without its checks. */
const NODE_ENVS = ['development', 'test', 'production'] as const;
const REGIMES = ['eu-retail', 'international'] as const;

const PORT_MAX = 65_535;
const OPEN_POSITIONS_MAX = 10_000;
const SIGN_UPS_MAX = 100_000;
const EUROS_MAX = 10_000_000;
const WITHDRAWAL_FEE_EUROS_MAX = 100;
const APPROVER_AGE_DAYS_MAX = 90;
/** Directive (EU) 2015/849, article 40: at least five years, and up to ten where a state decides. */
const KEPT_YEARS_MIN = 5;
const KEPT_YEARS_MAX = 10;
/** The pattern of the operator's name, which is written in mail headers without quotes. */
const OPERATOR_NAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N} &'-]{0,79}$/u;
const OPERATOR_ADDRESS_PATTERN = /^[^<>\p{Cc}]{1,200}$/u;
const MAIL_FROM_PATTERN = /^([^<>\p{Cc}]{1,80} )?<?[^\s@<>,\p{Cc}]+@[^\s@<>,\p{Cc}]+>?$/u;

const readSecureUrl = secureUrlOf('https:', 'http:');

/** The settings of the program; the price vendors declare further ones. */
const Variables = z.object({
  NODE_ENV: z.optional(choice(NODE_ENVS)),
  PORT: z._default(integer(0, PORT_MAX), 3000),
  ...AddressVariables.shape,
  ...SignOnVariables.shape,
  DATA_DIR: z._default(z.string(), './data'),
  ...DatabaseVariables.shape,
  ...DocumentVariables.shape,
  AFFILIATE_SECOND_FACTOR: z.optional(flag()),
  REGISTRATION: z._default(flag(), true),
  SIGN_UPS_PER_HOUR: z._default(integer(1, SIGN_UPS_MAX), 20),
  PLATFORM_ONLY: z._default(flag(), false),
  ECONOMICS: z._default(flag(), true),
  REGIME: z._default(choice(REGIMES), 'eu-retail'),
  MARGIN_CLOSE_OUT_PERCENT: z._default(integer(1, 100), 50),
  ...TradingVariables.shape,
  ...FeedVariables.shape,
  ...PaymentVariables.shape,
  ...ContentVariables.shape,
  ...SiteVariables.shape,
  ...MetricsVariables.shape,
  OPERATOR_NAME: z._default(
    setting(matching(OPERATOR_NAME_PATTERN), 'must be a name such as Example Markets'),
    'Halyard',
  ),
  OPERATOR_ADDRESS: z._default(
    setting(
      matching(OPERATOR_ADDRESS_PATTERN),
      'must be one line such as Example Street 1, 10115 Berlin',
    ),
    '',
  ),
  LOSING_ACCOUNTS_PERCENT: z.optional(integer(1, 100)),
  OPERATOR_EMAIL: z.optional(
    setting(matching(EMAIL_PATTERN), 'must be one address such as desk@example.com'),
  ),
  SMTP_URL: z.optional(
    setting(
      readSmtpUrl,
      'must be a mail server such as smtp://user:password@host:587, without options after it',
    ),
  ),
  MAIL_FROM: z.optional(
    setting(matching(MAIL_FROM_PATTERN), 'must be a sender such as Halyard <no-reply@example.com>'),
  ),
  TRUST_PROXY: z._default(
    setting(
      list((text) => (parseRange(text) === undefined ? undefined : text)),
      'must be addresses or ranges such as 10.0.0.0/8, neither a count nor "true"',
    ),
    [],
  ),
  MAX_OPEN_POSITIONS: z._default(integer(1, OPEN_POSITIONS_MAX), 200),
  IP_INFO_URL: z.optional(
    setting(
      (text) => (text.includes('{ip}') ? readSecureUrl(text) : undefined),
      'must be an https address with {ip} in it, such as https://ip.example.com/{ip}?key=…',
    ),
  ),
  COUNTRIES_BLOCKED: z._default(
    setting(list(matching(/^[A-Z]{2}$/)), 'must be two-letter country codes such as US,CA'),
    [],
  ),
  UNVERIFIED_DEPOSIT_MAX: z._default(euros(0, EUROS_MAX), cents(200_000)),
  WITHDRAWAL_FEE: z._default(euros(0, WITHDRAWAL_FEE_EUROS_MAX), ZERO_CENTS),
  WITHDRAWAL_FOUR_EYES: z._default(euros(0, EUROS_MAX), cents(500_000)),
  BOOKING_FOUR_EYES: z._default(euros(0, EUROS_MAX), cents(500_000)),
  APPROVER_AGE_DAYS: z._default(integer(0, APPROVER_AGE_DAYS_MAX), 7),
  LOG_LEVEL: z._default(choice(LOG_LEVELS), 'info'),
  DEMO: z.optional(flag()),
  APPROPRIATENESS: z._default(flag(), false),
  WEBHOOK_PRIVATE_TARGETS: z._default(flag(), false),
  CLOSED_ACCOUNTS_KEPT_YEARS: z._default(integer(KEPT_YEARS_MIN, KEPT_YEARS_MAX), KEPT_YEARS_MIN),
});
type Variables = z.infer<typeof Variables>;

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  ...Variables.shape,
  ...VENDOR_SCHEMAS,
};

export const SETTING_NAMES: readonly string[] = Object.keys(SCHEMAS);

/** A text that no setting accepts. */
const NO_VALUE = '\u0000';

/** Returns what a value of this setting must be, in the words of its error; empty for any text. */
export function acceptedBy(name: string): string {
  const schema = SCHEMAS[name];
  const parsed = schema === undefined ? undefined : z.safeParse(schema, NO_VALUE);
  const message = parsed?.success === false ? parsed.error.issues[0]?.message : undefined;
  return message?.replace(/^must be /, '') ?? '';
}

/** Parses the environment and the names in its file; a variable without text is not set. */
export function readSettings(given: Environment, fileNames: readonly string[] = []): ReadSettings {
  const { environment, problems: fileProblems } = readSecretFiles(given);
  const problems: Problem[] = [...fileProblems];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const text = environment[name]?.trim();
    const parsed = z.safeParse(schema, text === '' ? undefined : text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...parsed.error.issues.map((issue) => ({ name, text: issue.message })));
  }
  // The cast is safe: what is missing here has already been reported.
  const known = values as Partial<Variables>;
  const problemsTogether = [
    feedProblems,
    spreadProblems,
    paymentProblems,
    contentProblems,
    metricsProblems,
    databaseProblems,
    addressProblems,
    signOnProblems,
    s3Problems,
    screeningProblems,
    productionProblems,
  ];
  for (const problem of problemsTogether.flatMap((find) => find(known))) {
    if (problem.name in values) problems.push(problem);
  }
  const names = Object.keys(environment).filter((name) => environment[name]?.trim() !== '');
  const knownNames = [...SETTING_NAMES, ...SECRET_FILE_NAMES];
  problems.push(...unknownSettingProblems({ names, fileNames, known: knownNames }));
  if (problems.length > 0) return { kind: 'invalid', problems };
  const variables = values as Variables;
  return { kind: 'ok', settings: toSettings(variables), warnings: productionWarnings(variables) };
}

function toSettings(variables: Variables): Settings {
  const isProduction = variables.NODE_ENV === 'production';
  const publicUrl = variables.PUBLIC_URL;
  const hasDemo = !isProduction && (variables.DEMO ?? isTrial(variables));
  const mailHost = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  return {
    isProduction,
    port: variables.PORT,
    ...toAddressSettings(variables),
    ...toSignOnSettings(variables),
    ...toFileSettings(variables),
    affiliateSecondFactor: variables.AFFILIATE_SECOND_FACTOR ?? isProduction,
    dataDir: resolve(variables.DATA_DIR),
    ...toDatabaseSettings(variables),
    registration: variables.REGISTRATION,
    signUpsPerHour: variables.SIGN_UPS_PER_HOUR,
    platformOnly: variables.PLATFORM_ONLY,
    economics: variables.ECONOMICS,
    regime: variables.REGIME,
    marginCloseOutPercent: variables.MARGIN_CLOSE_OUT_PERCENT,
    ...toTradingSettings(variables),
    feed: toFeedSettings(variables),
    payments: toPaymentSettings(variables, { hasDemo }),
    cms: toCmsSettings(variables),
    site: toSiteSettings(variables, { hasDemo }),
    ...toMonitoringSettings(variables),
    operatorName: variables.OPERATOR_NAME,
    operatorAddress: variables.OPERATOR_ADDRESS,
    losingAccountsPercent: variables.LOSING_ACCOUNTS_PERCENT,
    operatorEmail: variables.OPERATOR_EMAIL,
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? `${variables.OPERATOR_NAME} <no-reply@${mailHost}>`,
    trustProxy: variables.TRUST_PROXY,
    maxOpenPositions: variables.MAX_OPEN_POSITIONS,
    ipInfoUrl: variables.IP_INFO_URL,
    countriesBlocked: variables.COUNTRIES_BLOCKED,
    unverifiedDepositMaxCents: variables.UNVERIFIED_DEPOSIT_MAX,
    withdrawalFeeCents: variables.WITHDRAWAL_FEE,
    withdrawalFourEyesCents: variables.WITHDRAWAL_FOUR_EYES,
    bookingFourEyesCents: variables.BOOKING_FOUR_EYES,
    approverAgeDays: variables.APPROVER_AGE_DAYS,
    logLevel: variables.LOG_LEVEL,
    demo: hasDemo,
    appropriateness: variables.APPROPRIATENESS,
    webhookPrivateTargets: variables.WEBHOOK_PRIVATE_TARGETS,
    closedAccountsKeptYears: variables.CLOSED_ACCOUNTS_KEPT_YEARS,
  };
}

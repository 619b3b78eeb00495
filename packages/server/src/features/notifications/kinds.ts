// Every kind of notification: its group (whose mails can be switched off), its page, and the facts
// of its texts. The texts are in texts/, per language.
import type { NotificationGroup } from '@halyard/contract/notifications';
import type { Cents } from '@halyard/core/money';

export const WORDS = [
  'buy',
  'sell',
  'buy-price',
  'sell-price',
  'passport',
  'address',
  'funding',
  'deposit-limit',
  'loss-limit',
  'day',
  'week',
  'month',
  'time-out',
  'self-exclusion',
  'daily-loss',
  'drawdown',
  'authenticator',
  'passkey',
  'api-read',
  'api-trade',
  'limit-order',
  'stop-order',
  'order-broker',
  'order-account',
  'order-margin',
  'order-levels',
  'order-leverage',
  'order-symbol',
] as const;
export type Word = (typeof WORDS)[number];

/** The types of the facts that are passed to `notify`. */
type FactValues = {
  /** One line of text; longer text is truncated to TEXT_LENGTH_MAX characters. */
  text: string;
  /** Text of several lines, truncated to NOTE_LENGTH_MAX characters. */
  note: string;
  cents: Cents;
  /** A price as decimal text with the asset's decimals: '1.08512'. */
  rate: string;
  /**
   * A percentage: 49.97 is 49.97 %. It is truncated to two decimals, so that a value below a limit
   * never looks equal to it.
   */
  percent: number;
  integer: number;
  /** An instant in milliseconds since 1970, displayed in UTC. */
  instant: number;
  /** An instant of which the day in UTC is displayed. */
  day: number;
};
export type FactType = keyof FactValues | readonly Word[];
export type FactTypes = Readonly<Record<string, FactType>>;

export type NotificationDefinition = {
  readonly group: NotificationGroup;
  readonly page: `/${string}`;
  readonly facts: FactTypes;
  /** Set if the mail contains a secret link, which the list never shows. */
  readonly hasLink?: true;
};

const DIRECTION = ['buy', 'sell'] as const;
const POSITION = {
  symbol: 'text',
  direction: DIRECTION,
  positionId: 'integer',
  amountCents: 'cents',
  leverage: 'integer',
  rate: 'rate',
  atMs: 'instant',
} as const;
const CLOSED = { ...POSITION, profitCents: 'cents' } as const;
/** The facts of a forced close, with the quote at which it traded. */
const FORCED = { ...CLOSED, sellRate: 'rate', buyRate: 'rate' } as const;
const ORDER = {
  symbol: 'text',
  order: ['limit-order', 'stop-order'],
  direction: DIRECTION,
  orderId: 'integer',
  amountCents: 'cents',
  leverage: 'integer',
  rate: 'rate',
  atMs: 'instant',
} as const;
const ORDER_REASON = [
  'order-broker',
  'order-account',
  'order-margin',
  'order-levels',
  'order-leverage',
  'order-symbol',
] as const;
const MONEY_LIMIT = ['deposit-limit', 'loss-limit'] as const;
const PERIOD = ['day', 'week', 'month'] as const;
const DOCUMENT = ['passport', 'address', 'funding'] as const;
const EXPIRY = { document: DOCUMENT, expiresMs: 'day' } as const;
const FACTOR = ['authenticator', 'passkey'] as const;
const SCOPE = ['api-read', 'api-trade'] as const;
const MONEY = { transactionId: 'text', amountCents: 'cents' } as const;
const MOMENT = { atMs: 'instant' } as const;
const KEY = { name: 'text', start: 'text', atMs: 'instant' } as const;
const WEBHOOK = { host: 'text', ...MOMENT } as const;

const PLATFORM = '/platform';
const PROFILE = '/my-account/info';
const PASSWORD = '/my-account/password';
const DOCUMENTS = '/my-account/documents';
const OWN_LIMITS = '/own-limits';
const YOUR_DATA = '/your-data';
const DEPOSITS = '/transactions/deposits';
const WITHDRAWALS = '/transactions/withdrawals';

export const NOTIFICATION_KINDS = {
  'stop-filled': { group: 'trading', page: PLATFORM, facts: CLOSED },
  'target-filled': { group: 'trading', page: PLATFORM, facts: CLOSED },
  'position-closed-by-broker': { group: 'trading', page: PLATFORM, facts: CLOSED },
  'order-filled': {
    group: 'trading',
    page: PLATFORM,
    facts: { ...ORDER, positionId: 'integer' },
  },
  'order-expired': { group: 'trading', page: PLATFORM, facts: ORDER },
  'order-cancelled': {
    group: 'trading',
    page: PLATFORM,
    facts: { ...ORDER, reason: ORDER_REASON },
  },
  'order-rejected': {
    group: 'trading',
    page: PLATFORM,
    facts: { ...ORDER, reason: ORDER_REASON },
  },
  'position-split': {
    group: 'trading',
    page: PLATFORM,
    facts: {
      symbol: 'text',
      positionId: 'integer',
      newUnits: 'integer',
      oldUnits: 'integer',
      rate: 'rate',
      atMs: 'instant',
    },
  },
  'dividend-booked': {
    group: 'trading',
    page: PLATFORM,
    facts: { symbol: 'text', positionId: 'integer', amountCents: 'cents', atMs: 'instant' },
  },
  'position-terminated': {
    group: 'risk',
    page: PLATFORM,
    facts: { ...FORCED, levelRate: 'rate' },
  },
  'position-closed-out': {
    group: 'risk',
    page: PLATFORM,
    facts: { ...FORCED, levelPercent: 'percent', limitPercent: 'percent' },
  },
  'margin-warning': {
    group: 'risk',
    page: PLATFORM,
    facts: {
      levelPercent: 'percent',
      thresholdPercent: 'percent',
      limitPercent: 'percent',
      atMs: 'instant',
    },
  },
  'own-limit-reached': {
    group: 'risk',
    page: OWN_LIMITS,
    facts: { limit: MONEY_LIMIT, atMs: 'instant', untilMs: 'instant' },
  },
  'own-limit-set': {
    group: 'risk',
    page: OWN_LIMITS,
    facts: { limit: MONEY_LIMIT, period: PERIOD, amountCents: 'cents', atMs: 'instant' },
  },
  'own-limit-waits': {
    group: 'risk',
    page: OWN_LIMITS,
    facts: { limit: MONEY_LIMIT, period: PERIOD, fromMs: 'instant' },
  },
  'own-limit-removed': {
    group: 'risk',
    page: OWN_LIMITS,
    facts: { limit: MONEY_LIMIT, period: PERIOD, atMs: 'instant' },
  },
  'exclusion-begun': {
    group: 'risk',
    page: OWN_LIMITS,
    facts: { limit: ['time-out', 'self-exclusion'], untilMs: 'instant' },
  },
  'excluded-for-ever': { group: 'risk', page: OWN_LIMITS, facts: MOMENT },
  'price-alert': {
    group: 'alerts',
    page: PLATFORM,
    facts: {
      symbol: 'text',
      side: ['buy-price', 'sell-price'],
      rate: 'rate',
      reachedRate: 'rate',
      atMs: 'instant',
    },
  },
  'auto-trade-opened': { group: 'auto-trading', page: PLATFORM, facts: POSITION },
  'auto-trade-closed': { group: 'auto-trading', page: PLATFORM, facts: CLOSED },
  'auto-trading-paused': {
    group: 'auto-trading',
    page: PLATFORM,
    facts: { rule: ['daily-loss', 'drawdown'], atMs: 'instant' },
  },
  'deposit-requested': { group: 'money', page: DEPOSITS, facts: MONEY },
  'deposit-approved': { group: 'money', page: DEPOSITS, facts: MONEY },
  'deposit-failed': { group: 'money', page: DEPOSITS, facts: MONEY },
  'deposit-in-review': { group: 'money', page: DEPOSITS, facts: MONEY },
  'deposit-rejected': { group: 'money', page: DEPOSITS, facts: MONEY },
  'deposit-reversed': { group: 'money', page: DEPOSITS, facts: MONEY },
  'withdrawal-requested': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-approved': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-paid': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-rejected': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-cancelled': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-cancelled-loss': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-cancelled-reversal': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'withdrawal-returned': { group: 'money', page: WITHDRAWALS, facts: MONEY },
  'shortfall-in-review': {
    group: 'money',
    page: PLATFORM,
    facts: { amountCents: 'cents', atMs: 'instant' },
  },
  'shortfall-settled': { group: 'money', page: PLATFORM, facts: { amountCents: 'cents' } },
  'shortfall-covered': { group: 'money', page: PLATFORM, facts: { amountCents: 'cents' } },
  'debt-paid': { group: 'money', page: PLATFORM, facts: { amountCents: 'cents' } },
  'document-approved': { group: 'documents', page: DOCUMENTS, facts: { document: DOCUMENT } },
  'document-expiring': { group: 'documents', page: DOCUMENTS, facts: EXPIRY },
  'document-expired': { group: 'documents', page: DOCUMENTS, facts: EXPIRY },
  'document-rejected': {
    group: 'documents',
    page: DOCUMENTS,
    facts: { document: DOCUMENT, note: 'note' },
  },
  'new-device': {
    group: 'security',
    page: PASSWORD,
    facts: { device: 'text', place: 'text', atMs: 'instant' },
  },
  'password-changed': { group: 'security', page: PASSWORD, facts: MOMENT },
  'second-factor-added': {
    group: 'security',
    page: PASSWORD,
    facts: { factor: FACTOR, atMs: 'instant' },
  },
  'second-factor-removed': {
    group: 'security',
    page: PASSWORD,
    facts: { factor: FACTOR, atMs: 'instant' },
  },
  'api-key-created': {
    group: 'security',
    page: PASSWORD,
    facts: { name: 'text', start: 'text', scope: SCOPE, atMs: 'instant' },
  },
  'api-key-new-network': {
    group: 'security',
    page: PASSWORD,
    facts: { ...KEY, address: 'text' },
  },
  'api-key-refused': { group: 'security', page: PASSWORD, facts: { ...KEY, network: 'text' } },
  'api-key-revoked': { group: 'security', page: PASSWORD, facts: KEY },
  'webhook-created': { group: 'security', page: PASSWORD, facts: WEBHOOK },
  'webhook-secret-rotated': { group: 'security', page: PASSWORD, facts: WEBHOOK },
  'recovery-code-used': {
    group: 'security',
    page: PASSWORD,
    facts: { left: 'integer', atMs: 'instant' },
  },
  'second-factor-guessed': { group: 'security', page: PASSWORD, facts: MOMENT },
  'recovery-codes-renewed': { group: 'security', page: PASSWORD, facts: MOMENT },
  'email-confirmation': {
    group: 'security',
    page: PROFILE,
    facts: { untilMs: 'instant' },
    hasLink: true,
  },
  'email-changed': {
    group: 'security',
    page: PROFILE,
    facts: { email: 'text', atMs: 'instant' },
  },
  'profile-changed': { group: 'security', page: PROFILE, facts: MOMENT },
  'auto-login-used': {
    group: 'security',
    page: PASSWORD,
    facts: { device: 'text', place: 'text', atMs: 'instant' },
  },
  'sign-in-link': {
    group: 'security',
    page: PASSWORD,
    facts: { untilMs: 'instant' },
    hasLink: true,
  },
  'reset-link': {
    group: 'security',
    page: PASSWORD,
    facts: { untilMs: 'instant' },
    hasLink: true,
  },
  'data-export-ready': { group: 'account', page: YOUR_DATA, facts: { untilMs: 'instant' } },
  'data-export-failed': { group: 'account', page: YOUR_DATA, facts: MOMENT },
  'account-closed': { group: 'account', page: '/contact-us', facts: MOMENT },
  'operator-message': {
    group: 'news',
    page: PLATFORM,
    facts: { title: 'text', message: 'note' },
  },
} as const satisfies Record<string, NotificationDefinition>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

type FactValue<Type> = Type extends keyof FactValues
  ? FactValues[Type]
  : Type extends readonly (infer Choice)[]
    ? Choice
    : never;

export type FactsOf<Kind extends NotificationKind> = {
  readonly [Name in keyof (typeof NOTIFICATION_KINDS)[Kind]['facts']]: FactValue<
    (typeof NOTIFICATION_KINDS)[Kind]['facts'][Name]
  >;
};

export type LinkedKind = {
  [Kind in NotificationKind]: (typeof NOTIFICATION_KINDS)[Kind] extends { hasLink: true }
    ? Kind
    : never;
}[NotificationKind];

export function isNotificationKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(NOTIFICATION_KINDS, kind);
}

// Every address of the web app, once.
import type { AccountKind } from '@halyard/contract/practice/practice';
import { isPracticePage } from '@halyard/contract/practice/practice-paths';

export const DEFAULT_SYMBOL = 'BTCUSD';

export const PATHS = {
  home: '/',
  login: '/login',
  autoLogin: '/autoLogin/:code',
  passwordRequest: '/password/request',
  passwordReset: '/password/reset/:code',
  emailConfirm: '/email/confirm/:code',
  register: '/register',
  platform: '/platform',
  platformSymbol: '/platform/:symbol',
  practice: '/practice',
  practiceSymbol: '/practice/:symbol',
  account: '/my-account',
  accountPage: '/my-account/:page',
  payment: '/payment',
  paymentMethod: '/payment/:method',
  referrals: '/referrals',
  contact: '/contact-us',
  affiliate: '/affiliate',
  notifications: '/notifications',
  security: '/security',
  accountLevels: '/account-levels',
  ownLimits: '/own-limits',
  performance: '/performance',
  practicePerformance: '/practice/performance',
  statements: '/statements',
  appropriateness: '/appropriateness',
  economicCalendar: '/economic-calendar',
  yourData: '/your-data',
  transactions: '/transactions',
  transactionsType: '/transactions/:type',
  notFound: '/404',
} as const;

/** The route of content pages; none of the app's own addresses matches it. */
export const CONTENT_ROUTE = '/:slug';

/** Returns the path of a page of the content store. */
export function contentPath(slug: string): string {
  return `/${encodeURIComponent(slug)}`;
}

const isPractice = typeof window !== 'undefined' && isPracticePage(window.location.pathname);

/** The path of the trading screens of the account that this page shows. */
export const TRADING_PATH = isPractice ? PATHS.practice : PATHS.platform;

/** Returns the path of a symbol's trading screen, on the account that this page shows. */
export function platformPath(symbol: string = DEFAULT_SYMBOL): string {
  return `${TRADING_PATH}/${encodeURIComponent(symbol)}`;
}

/** The path of the performance page of the account that this page shows. */
export const PERFORMANCE_PATH = isPractice ? PATHS.practicePerformance : PATHS.performance;

/** Returns the path of a symbol's trading screen on the practice account. */
export function practicePath(symbol: string): string {
  return `${PATHS.practice}/${encodeURIComponent(symbol)}`;
}

/** Returns the paths of this page's counterparts on the live and on the practice account. */
export function accountPaths(pathname: string): Readonly<Record<AccountKind, string>> {
  const pages = { live: PATHS.performance, practice: PATHS.practicePerformance };
  if (Object.values(pages).some((page) => page === pathname)) return pages;
  const isTrading = pathname.startsWith(`${TRADING_PATH}/`);
  const symbol = isTrading ? pathname.slice(TRADING_PATH.length + 1) : DEFAULT_SYMBOL;
  return { live: `${PATHS.platform}/${symbol}`, practice: `${PATHS.practice}/${symbol}` };
}

/** Link state that opens the ticket on the trading screen. */
export const OPEN_TICKET = 'open-ticket';

export const ACCOUNT_PAGES = ['info', 'password', 'documents'] as const;
export type AccountPage = (typeof ACCOUNT_PAGES)[number];

/** Returns the path of an account page. */
export function accountPath(page: AccountPage): string {
  return `${PATHS.account}/${page}`;
}

/** Returns the path of a deposit or withdrawal page. */
export function paymentPath(method: 'deposit' | 'withdraw' | 'creditCard'): string {
  return `${PATHS.payment}/${method}`;
}

/** Returns the path of a kind of transactions. */
export function transactionsPath(type: 'deposits' | 'withdrawals' | 'bonuses' | 'credits'): string {
  return `${PATHS.transactions}/${type}`;
}

const ENCODED_COLON = /%3A([A-Za-z0-9]+)/i;

/**
 * Returns the target of /platform: the symbol after the encoded colon of its query string, such as
 * `?tvwidgetsymbol=BINANCE%3ABTCUSDT`, with a trailing USDT read as USD; else the default.
 */
export function platformPathFromQuery(search: string): string {
  const symbol = ENCODED_COLON.exec(search)?.[1]?.toUpperCase();
  return platformPath(symbol?.replace(/USDT$/, 'USD'));
}

/** Returns a path of this site to return to after sign-in; undefined for anything else. */
export function parseReturnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return undefined;
  return value === PATHS.login || value === PATHS.register ? undefined : value;
}

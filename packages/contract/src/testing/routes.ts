// Every route of the contract. A server test compares this list with the routes that the server
// binds.
import * as accounts from '../accounts.ts';
import * as affiliates from '../affiliates.ts';
import * as apiKeys from '../api-keys.ts';
import * as appropriateness from '../appropriateness.ts';
import * as contentPages from '../backoffice/content-pages.ts';
import * as approvalRules from '../backoffice/approval-rules.ts';
import * as cluster from '../backoffice/installation/cluster.ts';
import * as dayFigures from '../backoffice/day-figures.ts';
import * as dealing from '../backoffice/dealing.ts';
import * as staffDocuments from '../backoffice/documents.ts';
import * as customerPage from '../backoffice/customer-page.ts';
import * as contentImages from '../backoffice/desk/content-images.ts';
import * as compliance from '../backoffice/desk/compliance.ts';
import * as ownLists from '../backoffice/desk/own-lists.ts';
import * as staffNames from '../backoffice/desk/staff-names.ts';
import * as workAssignments from '../backoffice/desk/work-assignments.ts';
import * as workMails from '../backoffice/desk/work-mails.ts';
import { REPORT_ROUTES } from '../backoffice/reports.ts';
import * as treasury from '../backoffice/treasury.ts';
import * as maintenance from '../backoffice/trading-pause.ts';
import * as staffSignIn from '../backoffice/sign-in.ts';
import * as staffPasskeys from '../backoffice/desk/staff-passkeys.ts';
import * as singleSignOn from '../backoffice/single-sign-on.ts';
import { RESOURCES, routesOf } from '../backoffice/resources.ts';
import * as autoTrading from '../auto-trading.ts';
import * as calendar from '../calendar.ts';
import * as config from '../config.ts';
import * as contact from '../contact.ts';
import * as credentials from '../identity/credentials.ts';
import * as documents from '../documents.ts';
import * as market from '../market.ts';
import * as notices from '../notifications.ts';
import * as ownData from '../own-data.ts';
import * as passkeys from '../identity/passkeys.ts';
import * as workspace from '../workspace.ts';
import * as priceAlerts from '../price-alerts.ts';
import * as performance from '../performance/performance.ts';
import * as popups from '../popups.ts';
import * as practice from '../practice/practice.ts';
import * as profile from '../profile.ts';
import * as providers from '../providers.ts';
import * as referrals from '../referrals.ts';
import type { Route } from '../route.ts';
import * as orders from '../orders.ts';
import * as safeguards from '../client-limits.ts';
import * as secondFactor from '../identity/second-factor.ts';
import * as sessions from '../identity/sessions.ts';
import * as statements from '../statements.ts';
import * as trading from '../trading.ts';
import * as trailingStops from '../trailing-stops.ts';
import * as transactions from '../transactions.ts';
import * as webPush from '../web-push/web-push.ts';
import * as webhooks from '../webhooks.ts';

const TOPICS: readonly object[] = [
  accounts,
  affiliates,
  apiKeys,
  appropriateness,
  autoTrading,
  calendar,
  compliance,
  config,
  contact,
  contentImages,
  contentPages,
  credentials,
  customerPage,
  approvalRules,
  cluster,
  dayFigures,
  dealing,
  documents,
  maintenance,
  market,
  notices,
  orders,
  ownData,
  ownLists,
  passkeys,
  performance,
  popups,
  practice,
  priceAlerts,
  profile,
  providers,
  referrals,
  safeguards,
  secondFactor,
  sessions,
  singleSignOn,
  staffPasskeys,
  staffDocuments,
  staffNames,
  staffSignIn,
  statements,
  trading,
  workAssignments,
  workMails,
  workspace,
  trailingStops,
  transactions,
  treasury,
  webPush,
  webhooks,
];

export const ROUTES: readonly Route[] = [
  ...TOPICS.flatMap((topic) => Object.values(topic).filter(isRoute)),
  ...practice.PRACTICE_ROUTES,
  ...RESOURCES.flatMap(routesOf),
  ...REPORT_ROUTES,
];

/** Returns a route's name, such as 'POST /api/accounts/login'. */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

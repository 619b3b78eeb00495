import { createAffiliates } from '#features/affiliates/affiliates.ts';
import { createAlerts } from '#features/alerts/alerts.ts';
import { createAutoTrading } from '#features/autotrading/autotrading.ts';
import { createBackoffice } from '#features/backoffice/backoffice.ts';
import { createCalendar } from '#features/calendar/calendar.ts';
import { createAccountClosure } from '#features/account-closure/account-closure.ts';
import { createContent } from '#features/content/content.ts';
import { callProvider, createPayments, endWithdrawal } from '#features/payments/payments.ts';
import type { CallProvider, ProviderSettings } from '#features/payments/payments.ts';
import { createDataExports } from '#features/data-export/data-export.ts';
import { createStatements } from '#features/statements/statements.ts';
import { createWebPush } from '#features/web-push/web-push.ts';
import { createWorkspace } from '#features/workspace/workspace.ts';
import { createTrading } from '#features/trading/trading.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Settings } from '#settings.ts';
import { traceProviders } from '#tracing/tracing.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import { openPaymentSandbox } from './open-payment-sandbox.ts';
import { openPeople } from './people.ts';
import { openPractice } from './practice.ts';
import { openProgramAccess, openPublicApi } from './open-public-api.ts';
import type { Trade } from './trade.ts';

/** Creates the features for customers, staff and the broker's own operation. */
export async function openFeatures(
  settings: Settings,
  options: AppOptions,
  inside: Foundation & Trade,
) {
  const { jobs, stops, address } = inside;
  const { log } = options;
  const people = await openPeople(settings, options, inside);
  const { customers, approvals } = people;
  const trading = await createTrading({
    ...inside,
    ...people,
    log,
    settings,
    endWithdrawal: async (tx, cancelled) => await endWithdrawal({ approvals }, tx, cancelled),
  });
  stops.add('trading', () => trading.close());
  const programs = openProgramAccess(settings, { ...inside, ...people, log });
  const { webhooks } = programs;
  const webPush = createWebPush({ ...inside, ...people, log, settings, findSiteUrl: address.site });
  stops.add('push messages', () => webPush.close());
  const practice = await openPractice({ ...inside, ...people, webhooks, log, settings });
  const alerts = createAlerts({ ...inside, ...people, log });
  stops.add('price alerts', () => alerts.close());
  const autoTrading = createAutoTrading({ ...inside, ...people, log, settings });
  stops.add('automatic trading', () => autoTrading.close());
  stops.add('jobs', () => jobs.stop());
  const sandbox = await openPaymentSandbox(settings, inside);
  const providers = sandbox?.providers ?? settings.payments.providers;
  const watched = watchCalls(sandbox?.callProvider ?? callProvider, providers, inside);
  const payments = createPayments({
    ...inside,
    ...people,
    log,
    settings,
    providers,
    callProvider: watched,
    findWebhookOrigin: () => settings.publicUrl ?? address.url(),
  });
  const shop = { settings, paymentMethods: payments.methods, noteMessage: webhooks.writeMessage };
  const content = await createContent({ ...inside, ...people, ...shop, log });
  const calendar = createCalendar({ ...inside, settings });
  const affiliates = createAffiliates({ ...inside, ...people, payments, settings });
  const desks = { trading, practice, payments, affiliates, content, calendar };
  const office = { webhooks, findSiteUrl: address.site, log, settings };
  const backoffice = createBackoffice({ ...inside, ...people, ...desks, ...office });
  stops.add('back office', () => backoffice.close());
  const statements = createStatements({ ...inside, customers, settings });
  const dataExports = createDataExports({ ...inside, ...people, settings });
  const ofBrowser = { webPush, workspace: createWorkspace(inside) };
  const kept = { ...programs, ...ofBrowser, alerts, statements, dataExports };
  const tradingOf = { live: trading, practice: practice.trading };
  const publicApi = openPublicApi(settings, options, { ...inside, ...kept, tradingOf, payments });
  const closure = createAccountClosure({ ...inside, ...people, ...kept, log, payments, settings });
  const bound = { ...desks, ...people, ...kept, autoTrading, backoffice, closure };
  return {
    ...people,
    payments,
    content,
    trading,
    practice,
    ...kept,
    autoTrading,
    backoffice,
    closure,
    streams: publicApi.streams,
    routes: listRoutes(bound),
    rawRoutes: [payments, content, publicApi, sandbox].flatMap((part) => part?.rawRoutes ?? []),
  };
}

/** Counts and traces the calls of payment providers, where the settings ask for it. */
function watchCalls(
  call: CallProvider,
  providers: ProviderSettings,
  { metrics, tracer }: Pick<Foundation, 'metrics' | 'tracer'>,
): CallProvider {
  const traced = tracer === undefined ? call : traceProviders(call, tracer, providers);
  return metrics?.watchProviders(traced, providers) ?? traced;
}

type Bound = { readonly routes: readonly RouteBinding[] };

const ROUTED = [
  'customers',
  'notifications',
  'documents',
  'clientLimits',
  'appropriateness',
  'trading',
  'practice',
  'alerts',
  'apiKeys',
  'webhooks',
  'webPush',
  'autoTrading',
  'payments',
  'affiliates',
  'content',
  'calendar',
  'statements',
  'dataExports',
  'workspace',
  'staff',
  'backoffice',
  'closure',
] as const;

/** Lists every route of the features, in the order of the documentation. */
function listRoutes(features: Readonly<Record<(typeof ROUTED)[number], Bound>>): RouteBinding[] {
  return ROUTED.flatMap((name) => features[name].routes);
}

export type Features = Awaited<ReturnType<typeof openFeatures>>;

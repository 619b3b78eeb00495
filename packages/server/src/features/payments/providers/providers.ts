// The card providers: deposits are sent to them, and their results arrive by webhook or inquiry.
// Nothing here credits money; every result ends in `settleDeposit`.
import { sendTransaction, PROVIDER_IDS, type ProviderId } from '@halyard/contract/providers';
import { bind } from '#platform/http/http.ts';
import type { RawBinding, RouteBinding } from '#platform/http/http.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { CardProvider } from '../deposits/deposits.ts';
import { callProvider } from './call-provider.ts';
import type { CallProvider } from './call-provider.ts';
import { createIkajo, type IkajoSettings } from './ikajo.ts';
import { createIpaytotal, type IpaytotalSettings } from './ipaytotal.ts';
import { createPaymaxis, type PaymaxisSettings } from './paymaxis.ts';
import { createPayway, type PaywaySettings } from './payway.ts';
import { handlePolls, pollOpenPayments } from './poll-payment.ts';
import {
  handleReconciliation,
  reconcile,
  scheduleReconciliation,
  type Reconciliation,
} from './reconcile.ts';
import { repeatLookBack } from './look-back.ts';
import type { Provider } from './provider.ts';
import { handleQueries, resumeQueries } from './query-payment.ts';
import { handleEvents, receiveWebhook } from './receive-webhook.ts';
import type { WebhookDeps } from './receive-webhook.ts';
import { sendDeposit } from './send-deposit.ts';
import type { SendDeps } from './send-deposit.ts';

export { SANDBOX_PATH } from './allowed-step.ts';
export type { Reconciliation } from './reconcile.ts';
export { callProvider } from './call-provider.ts';
export type { CallProvider } from './call-provider.ts';

/** The settings of each connected provider. */
export type ProviderSettings = {
  readonly paymaxis?: PaymaxisSettings;
  readonly ipaytotal?: IpaytotalSettings;
  readonly ikajo?: IkajoSettings;
  readonly payway?: PaywaySettings;
};

export type ProvidersOptions = Omit<SendDeps & WebhookDeps, 'providers' | 'call'> & {
  readonly providers: ProviderSettings;
  /** Calls a provider over the network; replaced if the providers are the built-in sandbox. */
  readonly callProvider?: CallProvider | undefined;
};

export type Providers = {
  readonly routes: readonly RouteBinding[];
  readonly rawRoutes: readonly RawBinding[];
  readonly cardProviders: readonly CardProvider[];
  /** The origins, with subdomains, to which signed forms are submitted. */
  readonly formOrigins: readonly string[];
  /**
   * Reconciles a UTC day, YYYY-MM-DD, by default today; undefined if the provider is not connected.
   */
  reconcile(id: ProviderId, day?: string): Promise<Reconciliation | undefined>;
  start(): Promise<void>;
};

const WEBHOOK_PATHS = [
  '/api/transaction/update/{provider}',
  '/api/transactions/update/{provider}',
] as const;
const WEBHOOK_BYTES_MAX = 65_536;

const TITLES: Readonly<Record<ProviderId, string>> = {
  paymaxis: 'Paymaxis',
  ipaytotal: 'iPayTotal',
  ikajo: 'Ikajo',
  payway: 'PayWay',
};

export function createProviders(options: ProvidersOptions): Providers {
  const providers = connect(options.providers);
  const deps = { ...options, providers, call: options.callProvider ?? callProvider };
  handleEvents(deps);
  handleQueries(deps);
  handlePolls(deps);
  repeatLookBack(deps);
  handleReconciliation(deps);
  return {
    routes: [
      bind(
        sendTransaction,
        async ({ caller, params, body, ip, origin }) =>
          await sendDeposit(deps, {
            transactionId: body.transaction_id,
            customerId: caller.subjectId,
            providerName: params.provider,
            ip,
            origin,
          }),
      ),
    ],
    rawRoutes: WEBHOOK_PATHS.map((path) => ({
      methods: ['POST'],
      path,
      bodyBytesMax: WEBHOOK_BYTES_MAX,
      handler: async (call) => await receiveWebhook(deps, call),
    })),
    cardProviders: [...providers.keys()].map((id) => ({ id, title: TITLES[id] })),
    formOrigins: formOriginsOf(options.providers),
    reconcile: async (id, day = isoDay(deps.clock.nowMs())) => {
      const provider = providers.get(id);
      return provider === undefined ? undefined : await reconcile(deps, provider, day);
    },
    start: async () => {
      await resumeQueries(deps);
      await pollOpenPayments(deps);
      await scheduleReconciliation(deps);
    },
  };
}

function connect(settings: ProviderSettings): ReadonlyMap<ProviderId, Provider> {
  const { paymaxis, ipaytotal, ikajo, payway } = settings;
  const connected = {
    paymaxis: paymaxis && createPaymaxis(paymaxis),
    ipaytotal: ipaytotal && createIpaytotal(ipaytotal),
    ikajo: ikajo && createIkajo(ikajo),
    payway: payway && createPayway(payway),
  };
  const providers = new Map<ProviderId, Provider>();
  for (const id of PROVIDER_IDS) {
    const provider = connected[id];
    if (provider !== undefined) providers.set(id, provider);
  }
  return providers;
}

/**
 * Returns the origins of signed forms, for a policy that browsers also apply to redirects of a
 * form's reply.
 */
function formOriginsOf({ ikajo, payway }: ProviderSettings): readonly string[] {
  return [ikajo, payway].flatMap((form) => {
    if (form === undefined || !URL.canParse(form.url)) return [];
    const { origin } = new URL(form.url);
    return [origin, ...form.pageHosts.flatMap((host) => [`https://${host}`, `https://*.${host}`])];
  });
}

// PAYMENTS=sandbox: simulated payment providers inside this program, so that a person can pay with
// a test card without the internet. Their pages are served beside the API; requests to them are
// passed directly, and their webhooks arrive over HTTP as from real providers.
import { randomBytes } from 'node:crypto';

import type * as Testkit from '@halyard/testkit/payments';

import {
  SANDBOX_PATH,
  type CallProvider,
  type ProviderSettings,
} from '#features/payments/payments.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { RawBinding } from '#platform/http/http.ts';

export type PaymentSandbox = {
  readonly providers: ProviderSettings;
  readonly callProvider: CallProvider;
  readonly rawRoutes: readonly RawBinding[];
  close(): Promise<void>;
};

const HOST = 'sandbox.invalid';
const BODY_BYTES_MAX = 16_384;
const NAMES = ['paymaxis', 'ipaytotal', 'ikajo', 'payway'] as const;

type Sandboxes = ReturnType<typeof createSandboxes>;

type Secrets = { readonly key: string; readonly secret: string; readonly shopId: string };

/** Creates the sandbox. `findOrigin` returns the address of this program's own HTTP server. */
export async function createPaymentSandbox(options: SandboxOptions): Promise<PaymentSandbox> {
  // The sandbox is loaded only here, so that a program that takes real money does not contain it.
  const testkit = await import('@halyard/testkit/payments');
  const secrets: Secrets = { key: randomWord(), secret: randomWord(), shopId: 'SANDBOX1' };
  const sandboxes = createSandboxes(testkit, options, secrets);
  return {
    providers: toSettings(secrets),
    callProvider: async ({ method, url, headers, body }) => {
      const { hostname, pathname: path, searchParams: query } = new URL(url);
      const name = NAMES.find((one) => hostname === `${one}.${HOST}`);
      if (name === undefined) return { status: 404, body: '' };
      const request = { method, path, query, headers, body: Buffer.from(body ?? '') };
      return await sandboxes[name].answer(request);
    },
    rawRoutes: [toRawRoute(sandboxes)],
    close: async () => {
      await Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.close()));
    },
  };
}

type SandboxOptions = { readonly clock: Clock; readonly findOrigin: () => string };

function createSandboxes(testkit: typeof Testkit, options: SandboxOptions, secrets: Secrets) {
  const { key, secret, shopId } = secrets;
  const optionsOf = (name: string) => ({
    publicBase: () => `${SANDBOX_PATH}${name}`,
    webhookUrl: () => `${options.findOrigin()}/api/transaction/update/${name}`,
    nowMs: () => options.clock.nowMs(),
  });
  return {
    paymaxis: testkit.createPaymaxisSandbox({ ...optionsOf('paymaxis'), key, signingKey: secret }),
    ipaytotal: testkit.createIpaytotalSandbox({ ...optionsOf('ipaytotal'), key }),
    ikajo: testkit.createIkajoSandbox({ ...optionsOf('ikajo'), key, password: secret }),
    payway: testkit.createPaywaySandbox({ ...optionsOf('payway'), shopId, secret }),
  };
}

function toSettings({ key, secret, shopId }: Secrets): ProviderSettings {
  const shared = { key, isTest: true, pageHosts: [SANDBOX_PATH] };
  return {
    paymaxis: { ...shared, url: `https://paymaxis.${HOST}`, signingKeys: [secret] },
    ipaytotal: { ...shared, url: `https://ipaytotal.${HOST}` },
    ikajo: {
      ...shared,
      url: `${SANDBOX_PATH}ikajo/payment/auth`,
      password: secret,
      statusUrl: `https://ikajo.${HOST}/post`,
    },
    payway: {
      ...shared,
      url: `${SANDBOX_PATH}payway/services/payment/api/authorize-form`,
      shopId,
      secret,
      amounts: 'minor',
      isProven: true,
    },
  };
}

function toRawRoute(sandboxes: Sandboxes): RawBinding {
  return {
    methods: ['GET', 'POST'],
    path: `${SANDBOX_PATH}*`,
    bodyBytesMax: BODY_BYTES_MAX,
    handler: async ({ method, params, query, headers, body }) => {
      const [first, ...rest] = (params['*'] ?? '').split('/');
      const name = NAMES.find((one) => one === first);
      if (name === undefined) return { status: 404 };
      const path = `/${rest.join('/')}`;
      return await sandboxes[name].answer({ method, path, query, headers, body });
    },
  };
}

function randomWord(): string {
  return randomBytes(16).toString('hex');
}

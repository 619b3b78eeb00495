import { createPaymentSandbox } from '#payment-sandbox.ts';
import type { PaymentSandbox } from '#payment-sandbox.ts';
import type { Settings } from '#settings.ts';
import type { Foundation } from './foundation.ts';

export async function openPaymentSandbox(
  settings: Settings,
  foundation: Foundation,
): Promise<PaymentSandbox | undefined> {
  if (settings.payments.mode !== 'sandbox') return undefined;
  const { clock, stops, address } = foundation;
  const sandbox = await createPaymentSandbox({ clock, findOrigin: address.url });
  stops.add('payment sandbox', () => sandbox.close());
  return sandbox;
}

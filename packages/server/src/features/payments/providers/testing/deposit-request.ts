// A deposit request as the adapters' tests send it.
import { cents } from '@halyard/core/money';
import type { DepositRequest, WebhookMessage } from '../provider.ts';

export const REQUEST: DepositRequest = {
  orderRef: 'D01J8ZQ4M7K3T9W2XAB',
  amountCents: cents(25_050),
  description: 'Deposit D01J8ZQ4M7K3T9W2XAB',
  customer: {
    ref: 'u-ann',
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    phone: '+493023125000',
    ip: '192.0.2.7',
    country: 'DE',
    state: 'Berlin',
    city: 'Berlin',
    street: 'Beispielstraße 1',
    zipCode: '10115',
    birthDate: '1990-01-31',
  },
  urls: {
    back: 'https://trade.example.com/transactions/deposits',
    webhook: 'https://trade.example.com/api/transaction/update/x',
  },
};

export function message(
  body: string,
  headers: Readonly<Record<string, string>> = {},
): WebhookMessage {
  return { body: Buffer.from(body), contentType: headers['content-type'] ?? '', headers };
}

export function formMessage(fields: Readonly<Record<string, string>>): WebhookMessage {
  return message(new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}

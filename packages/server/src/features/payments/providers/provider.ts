// The common interface of payment providers. An adapter is pure: it builds requests and parses
// replies; sending, storing and time are handled elsewhere.
import type { ProviderId } from '@halyard/contract/providers';
import type { Cents } from '@halyard/core/money';

export type DepositRequest = {
  /** The transaction id: the providers' order reference, permanently unique. */
  readonly orderRef: string;
  readonly amountCents: Cents;
  readonly description: string;
  readonly customer: DepositCustomer;
  readonly urls: {
    /** The URL to which the browser returns; its parameters are never believed. */
    readonly back: string;
    readonly webhook: string;
  };
};

export type DepositCustomer = {
  /** The customer's public id, never that of the row. */
  readonly ref: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The phone number in E.164. */
  readonly phone: string;
  readonly ip: string;
  /** The country, ISO 3166 alpha-2. */
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly street: string;
  readonly zipCode: string;
  /** The date of birth, YYYY-MM-DD. */
  readonly birthDate: string;
};

/** How the customer continues: a page to open, or a form that the browser submits. */
export type NextStep =
  | { readonly type: 'redirect'; readonly url: string }
  | {
      readonly type: 'form';
      readonly action: string;
      readonly method: 'POST';
      readonly fields: Readonly<Record<string, string>>;
    };

/** One request to a provider, ready to be sent. */
export type ProviderCall = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type ProviderReply = { readonly status: number; readonly body: string };

export type Started =
  | {
      readonly kind: 'started';
      readonly next: NextStep;
      readonly providerReference: string | undefined;
    }
  /** A definite rejection: no money can move. The code is the provider's, for the log. */
  | { readonly kind: 'rejected'; readonly code: string }
  /** The outcome of the start is unknown: it is never sent again, but queried. */
  | { readonly kind: 'unknown' };

export type Start =
  | { readonly kind: 'ready'; readonly next: NextStep }
  | {
      readonly kind: 'call';
      readonly call: ProviderCall;
      readonly read: (reply: ProviderReply) => Started;
    };

export const OUTCOMES = [
  'pending',
  'succeeded',
  'failed',
  'cancelled',
  'refunded',
  'charged-back',
  'ignored',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A provider's statement about a payment, in our terms. */
export type ProviderEvent = {
  readonly orderRef: string | undefined;
  readonly providerReference: string | undefined;
  readonly outcome: Outcome;
  /** The amount in cents; undefined if missing or invalid, and then nothing can be credited. */
  readonly amountCents: Cents | undefined;
  readonly currency: string | undefined;
  /** The provider's reason for a failure. */
  readonly reason: string | undefined;
  /** Whether the payment was made with the provider's test money. */
  readonly isTest: boolean;
  /** The data that an inquiry about the payment must repeat. */
  readonly details: Readonly<Record<string, string>>;
};

/** Returns whether the event reports a return of money. */
export function isReturn({ outcome }: Pick<ProviderEvent, 'outcome'>): boolean {
  return outcome === 'refunded' || outcome === 'charged-back';
}

export type WebhookMessage = {
  readonly body: Buffer;
  readonly contentType: string;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type ReadWebhook =
  | { readonly kind: 'event'; readonly event: ProviderEvent; readonly isSigned: boolean }
  | { readonly kind: 'refused'; readonly reason: 'signature' | 'malformed' };

/** What is known of a payment to query. */
export type Subject = {
  readonly orderRef: string;
  readonly providerReference: string | undefined;
  readonly details: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
};

export type Inquiry = {
  readonly call: ProviderCall;
  /** Reads the reply to an inquiry; undefined if the provider knows no such payment. */
  readonly read: (reply: ProviderReply) => ProviderEvent | undefined;
};

export type Period = { readonly fromMs: number; readonly untilMs: number };

export type ListPage = {
  readonly call: ProviderCall;
  readonly read: (reply: ProviderReply) => readonly ProviderEvent[];
  readonly limit: number;
};

export type Provider = {
  readonly id: ProviderId;
  /**
   * What proves a success before money is credited. `signature`: it covers amount and outcome.
   * `inquiry`: our own query to the provider. `person`: neither is available.
   */
  readonly proof: 'signature' | 'inquiry' | 'person';
  /** The reply that a webhook's sender expects: nothing, the word OK, or, for a browser, a page. */
  readonly answer: 'empty' | 'ok' | 'page';
  /** Whether payments with the provider's test money count. */
  readonly isTest: boolean;
  /** The hosts, with subdomains, that a customer can be sent to. */
  readonly pageHosts: readonly string[];
  start(request: DepositRequest): Start;
  readWebhook(message: WebhookMessage): ReadWebhook;
  /** Builds an inquiry; undefined if the provider offers none. */
  inquire(subject: Subject): Inquiry | undefined;
  /** Builds the request for the payments of a period; defined if the provider lists them. */
  list?(period: Period, offset: number): ListPage;
};

/** Thrown for an invalid reply, which says nothing about the payment. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}

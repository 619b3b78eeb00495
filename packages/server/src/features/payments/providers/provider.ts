// What every payment provider is to us, whatever its protocol. An adapter is pure: it describes
// requests and reads answers; sending, storing and time are the business of others.
import type { ProviderId } from '@halyard/contract/providers';
import type { Cents } from '@halyard/core/money';

export type DepositRequest = {
  /** The transaction id: the providers' order reference, unique for ever. */
  readonly orderRef: string;
  readonly amountCents: Cents;
  readonly description: string;
  readonly customer: DepositCustomer;
  readonly urls: {
    /** Where the browser comes back to; what it brings is never believed. */
    readonly back: string;
    readonly webhook: string;
  };
};

export type DepositCustomer = {
  /** The public id, never the row's. */
  readonly ref: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly ip: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly street: string;
  readonly zipCode: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string;
};

/** A page to go to, or a form that the browser sends there. */
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
  /** A clear no: no money can come of it. The code is the provider's, for the log. */
  | { readonly kind: 'rejected'; readonly code: string }
  /** Anything may have happened: never sent again, but asked for. */
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

/** What a provider says of a payment, in our words. */
export type ProviderEvent = {
  readonly orderRef: string | undefined;
  readonly providerReference: string | undefined;
  readonly outcome: Outcome;
  /** Undefined when it says none, or one that is no amount: then nothing can be credited on it. */
  readonly amountCents: Cents | undefined;
  readonly currency: string | undefined;
  /** The provider's reason for a failure. */
  readonly reason: string | undefined;
  /** Made with the provider's test money. */
  readonly isTest: boolean;
  /** What an inquiry about it must repeat. */
  readonly details: Readonly<Record<string, string>>;
};

/** Whether it tells of money that went back. */
export function isReturn({ outcome }: Pick<ProviderEvent, 'outcome'>): boolean {
  return outcome === 'refunded' || outcome === 'charged-back';
}

export type WebhookMessage = {
  readonly body: Buffer;
  readonly contentType: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type ReadWebhook =
  | { readonly kind: 'event'; readonly event: ProviderEvent; readonly isSigned: boolean }
  | { readonly kind: 'refused'; readonly reason: 'signature' | 'malformed' };

/** What is known of a payment that is asked after. */
export type Subject = {
  readonly orderRef: string;
  readonly providerReference: string | undefined;
  readonly details: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
};

export type Inquiry = {
  readonly call: ProviderCall;
  /** Undefined: the provider knows no such payment. */
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
   * What a success must rest on before money is credited. `signature`: it covers amount and
   * outcome. `inquiry`: our own question to the provider. `person`: neither is there.
   */
  readonly proof: 'signature' | 'inquiry' | 'person';
  /** What whoever brings a webhook wants to hear: nothing, the word OK, or, a browser, a page. */
  readonly answer: 'empty' | 'ok' | 'page';
  /** Whether payments with the provider's test money count. */
  readonly isTest: boolean;
  /** Hosts that a customer may be sent to, and those below them. */
  readonly pageHosts: readonly string[];
  start(request: DepositRequest): Start;
  readWebhook(message: WebhookMessage): ReadWebhook;
  /** Undefined when the provider can't be asked about it. */
  inquire(subject: Subject): Inquiry | undefined;
  /** Where the provider lists its payments of a period. */
  list?(period: Period, offset: number): ListPage;
};

/** An answer that makes no sense; it says nothing of the payment. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
}

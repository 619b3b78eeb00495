// The data of a customer in this feature.
import type { Language } from '@halyard/contract/config';
import type { DocumentKind, DocumentState } from '@halyard/contract/documents';
import type { AccountStatus } from '@halyard/core/engine';
import type { ClientInfo } from '#features/identity/identity.ts';

export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** The birth date as YYYY-MM-DD. */
  readonly birthDate: string | null;
  readonly countryId: number | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly street: string | null;
  readonly zipCode: string | null;
};

/** The account's restrictions by source. */
export type Standing = {
  readonly brokerStatus: AccountStatus;
  /** Whether the customer's own limits stop openings. */
  readonly openingsStopped: boolean;
  /** Whether the customer has requested the closure and the obstacles are being checked. */
  readonly isClosing: boolean;
};

export type Documents = Readonly<Partial<Record<DocumentKind, DocumentState>>>;

export type Customer = {
  readonly id: number;
  readonly email: string;
  readonly profile: Profile;
  readonly uniqid: string;
  readonly pin: string | null;
  readonly level: string;
  readonly autoTrading: boolean;
  readonly standing: Standing;
  readonly isEmailConfirmed: boolean;
  /** The latest upload of each document kind. */
  readonly documents: Documents;
  readonly createdAtMs: number;
  /** Whether the engine is known to have the account. */
  readonly hasAccount: boolean;
  /** When the account was closed; null while it is open. */
  readonly closedAtMs: number | null;
};

/** The data that only sign-in reads. */
export type Credentials = {
  readonly customerId: number;
  readonly passwordHash: string;
};

export type NewCustomer = {
  readonly email: string;
  readonly passwordHash: string;
  readonly profile: Profile;
  readonly uniqid: string;
  readonly termsVersion: string;
  readonly referredBy: string | null;
  readonly sourcePage: string | null;
  readonly info: ClientInfo | null;
  /** The language of the customer's mails. */
  readonly language: Language;
  /** Whether the email counts as confirmed, as for customers that the program adds. */
  readonly isEmailConfirmed: boolean;
  readonly atMs: number;
};

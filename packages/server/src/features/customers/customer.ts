// A customer in this feature.
import type { Language } from '@halyard/contract/config';
import type { DocumentKind, DocumentState } from '@halyard/contract/documents';
import type { AccountStatus } from '@halyard/core/engine';
import type { ClientInfo } from '#features/identity/identity.ts';

export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  readonly countryId: number | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly street: string | null;
  readonly zipCode: string | null;
};

/** The account's restrictions by source. */
export type Standing = {
  readonly houseStatus: AccountStatus;
  /** By the customer's own limits. */
  readonly openingsStopped: boolean;
  /** The customer has requested the closure, and the obstacles are being checked. */
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
  /** The latest upload of each kind. */
  readonly documents: Documents;
  readonly createdAtMs: number;
  /** Whether the engine is known to have the account. */
  readonly hasAccount: boolean;
  /** Null while the account is open. */
  readonly closedAtMs: number | null;
};

/** Data that only sign-in reads. */
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
  /** The language of mails. */
  readonly language: Language;
  /** The default for customers that the program adds. */
  readonly isEmailConfirmed: boolean;
  readonly atMs: number;
};

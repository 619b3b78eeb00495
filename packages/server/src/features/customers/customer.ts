// A customer as the accounts feature knows them.
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

/** What may be done with the account, by whom it was decided. */
export type Standing = {
  readonly houseStatus: AccountStatus;
  /** By the customer's own safeguards. */
  readonly openingsStopped: boolean;
  /** The customer has asked to close the account, and it is being looked whether anything is left. */
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
  /** Of each kind that was ever uploaded, as its latest upload stands. */
  readonly documents: Documents;
  readonly createdAtMs: number;
  /** Whether the engine is known to have the account. */
  readonly hasAccount: boolean;
  /** Null while the account stands. */
  readonly closedAtMs: number | null;
};

/** What sign-in needs and nothing else ever sees. */
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
  /** Of the mails to the customer. */
  readonly language: Language;
  /** Of one that the house itself adds. */
  readonly isEmailConfirmed: boolean;
  readonly atMs: number;
};

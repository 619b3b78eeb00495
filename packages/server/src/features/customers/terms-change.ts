// What can be changed of a customer's terms, and what each change returns.
import type { Rejection } from '@halyard/contract/rejections';
import type { AccountTerms } from '@halyard/core/engine';
import type { Kysely } from 'kysely';
import type { AuditEvent } from '#platform/audit/audit.ts';
import type { Customer } from './customer.ts';

export type By = Pick<AuditEvent, 'actor' | 'action' | 'reason'>;

export type TermsChange = {
  readonly customerId: number;
  /**
   * Computes the change from the terms stored at that time; their status is the one that staff set.
   * It reads in the transaction of the change, which locks the customer.
   */
  readonly change: (
    stored: AccountTerms,
    tx: Kysely<object>,
  ) => Partial<AccountTerms> | Promise<Partial<AccountTerms>>;
  readonly by: By;
  /** The profile version that staff have seen; with another one nothing changes. Absent: any. */
  readonly profileVersion?: string;
};

export type ChangedTerms = {
  /** Whether the change had an effect. */
  readonly isChanged: boolean;
  /** Whether the profile has another version than the required one; nothing changed then. */
  readonly isOutdated: boolean;
  /** The terms as stored now. */
  readonly terms: AccountTerms;
};

export type Verification = {
  readonly customerId: number;
  /** The version of the profile that staff checked; undefined if unknown. */
  readonly profileVersion: string | undefined;
  readonly by: By;
};

export type Verified =
  | { readonly kind: 'verified'; readonly isChanged: boolean }
  /** The profile differs from the one that staff checked. */
  | { readonly kind: 'profile-changed' }
  /** Something else stands against a verification. */
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** Returns what stands against verifying the customer, whom the transaction locks. */
export type VerificationCheck = (
  tx: Kysely<object>,
  customer: Customer,
) => Promise<Rejection | undefined>;

/** Writes what follows from a verification, or from its withdrawal, in the transaction of the change. */
export type VerificationWriter = (
  tx: Kysely<object>,
  change: { readonly customerId: number; readonly isVerified: boolean; readonly atMs: number },
) => Promise<void>;

export type OpeningsChange = {
  readonly customerId: number;
  /**
   * Returns why openings stop; undefined if they are permitted. It reads in the transaction of the
   * change, which locks the customer: of two concurrent changes the last one sees everything.
   */
  readonly findReason: (tx: Kysely<object>) => Promise<string | undefined>;
  readonly by: Pick<By, 'actor' | 'action'>;
};

export type ClosingChange = {
  readonly customerId: number;
  readonly isClosing: boolean;
  readonly by: By;
};

export type ProtectionChange = {
  readonly customerId: number;
  /** Whether a negative balance after a loss is owed until staff decide what protection pays. */
  readonly isShared: boolean;
  readonly by: By;
};

export type TermsChanger = {
  /**
   * Stores the change, then sends it to the engine. Throws an Outage if the engine can't be
   * reached; the change is stored and applied later.
   */
  changeTerms(change: TermsChange): Promise<ChangedTerms>;
  /** Verifies the customer, if the profile is still the checked one. */
  verify(verification: Verification): Promise<Verified>;
  /** Stops openings or permits them again; the staff's own status stays. */
  stopOpenings(change: OpeningsChange): Promise<void>;
  /** Blocks the account during its closure; the staff's own status stays. */
  setClosing(change: ClosingChange): Promise<void>;
  /** Sets whether the account shares its balance protection with linked ones. */
  shareProtection(change: ProtectionChange): Promise<void>;
  /** Sends the stored terms of a customer to the engine if they differ. */
  applyTerms(customerId: number): Promise<void>;
  /** Sends the stored terms of every customer whose terms differ; returns how many there were. */
  reconcileTerms(): Promise<number>;
};

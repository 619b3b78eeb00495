// What other features register with customers, and the functions that call it.
import type { Kysely } from 'kysely';
import type { Rejection } from '@halyard/contract/rejections';
import type { Customer } from './customer.ts';
import type { EndAccess } from './end-access.ts';
import type { IdentityListener } from './identity-fields.ts';
import type { VerificationCheck, VerificationWriter } from './terms-change.ts';

type TermsListener = (customerId: number) => void;

export function createListeners() {
  const ends: EndAccess[] = [];
  const writers: VerificationWriter[] = [];
  const checks: VerificationCheck[] = [];
  const identityListeners: IdentityListener[] = [];
  const termsListeners: TermsListener[] = [];
  return {
    on: {
      onRecovered: (end: EndAccess) => void ends.push(end),
      onTermsChanging: (listener: TermsListener) => void termsListeners.push(listener),
      onVerification: (writer: VerificationWriter) => void writers.push(writer),
      onVerifying: (check: VerificationCheck) => void checks.push(check),
      onIdentityChanged: (listener: IdentityListener) => void identityListeners.push(listener),
    },
    call: {
      endAccess: async (tx: Kysely<object>, customerId: number) => {
        for (const end of ends) await end(tx, customerId);
      },
      notifyTermsChanging: (customerId: number) => {
        for (const listener of termsListeners) listener(customerId);
      },
      writeVerification: async (tx: Kysely<object>, change: Parameters<VerificationWriter>[1]) => {
        for (const write of writers) await write(tx, change);
      },
      /** Returns the first reason against verifying the customer. */
      checkVerification: async (
        tx: Kysely<object>,
        customer: Customer,
      ): Promise<Rejection | undefined> => {
        for (const check of checks) {
          const rejection = await check(tx, customer);
          if (rejection !== undefined) return rejection;
        }
        return undefined;
      },
      noteIdentity: async (tx: Kysely<object>, customerId: number) => {
        for (const note of identityListeners) await note(tx, customerId);
      },
    },
  };
}

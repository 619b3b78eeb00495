import { CATEGORY_IDS } from '@halyard/core/instrument';
import type { DocumentKind } from '@halyard/contract/documents';
import type { User } from '@halyard/contract/accounts';
import type { AccountTerms } from '@halyard/core/engine';
import type { Customer } from './customer.ts';

/** The customer as their own session sees them; permissions come from the engine's terms. */
export function toWireUser(
  customer: Customer,
  terms: AccountTerms,
  session: { readonly token: string; readonly hasSecondFactor: boolean },
): User {
  const { profile } = customer;
  return {
    id: customer.id,
    token: session.token,
    first_name: profile.firstName,
    last_name: profile.lastName,
    full_name: `${profile.firstName} ${profile.lastName}`,
    email: customer.email,
    phone: profile.phone,
    birth_date: profile.birthDate,
    country_id: profile.countryId,
    state: profile.state,
    city: profile.city,
    street: profile.street,
    zip_code: profile.zipCode,
    created_at: new Date(customer.createdAtMs).toISOString(),
    pin: customer.pin,
    level: customer.level,
    verified_account: terms.isVerified,
    email_confirmed: customer.isEmailConfirmed,
    second_factor: session.hasSecondFactor,
    auto_trading: customer.autoTrading ? 1 : 0,
    uniqid: customer.uniqid,
    custom_leverage: toWireLeverage(terms),
    assets_group_permission: terms.permittedCategories.map((category) => CATEGORY_IDS[category]),
    doc_passport: toWireDocument(customer, 'passport'),
    doc_address: toWireDocument(customer, 'address'),
    doc_funding_front: toWireDocument(customer, 'funding-front'),
    doc_funding_back: toWireDocument(customer, 'funding-back'),
  };
}

function toWireDocument({ documents }: Customer, kind: DocumentKind): string | null {
  const state = documents[kind];
  if (state === undefined) return null;
  const { status, note, updated, expires_on: expiresOn } = state;
  const expiry = expiresOn === undefined ? {} : { expires_on: expiresOn };
  return JSON.stringify({ status, note, updated, ...expiry });
}

function toWireLeverage(terms: AccountTerms): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(terms.leverageIndexes).map(([category, indexes]) => [category, [...indexes]]),
  );
}

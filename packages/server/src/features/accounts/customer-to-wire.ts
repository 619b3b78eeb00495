import { CATEGORY_IDS } from '@halyard/core/instrument';
import type { User } from '@halyard/contract/accounts';
import type { AccountTerms } from '@halyard/core/engine';
import type { Customer } from './customer.ts';

/** The customer as their own session sees them; what may be traded comes from the engine's terms. */
export function toWireUser(customer: Customer, terms: AccountTerms, token: string): User {
  const { profile } = customer;
  return {
    id: customer.id,
    token,
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
    auto_trading: customer.autoTrading ? 1 : 0,
    uniqid: customer.uniqid,
    custom_leverage: toWireLeverage(terms),
    assets_group_permission: terms.permittedCategories.map((category) => CATEGORY_IDS[category]),
    doc_passport: null,
    doc_address: null,
    doc_funding_front: null,
    doc_funding_back: null,
  };
}

function toWireLeverage(terms: AccountTerms): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(terms.leverageIndexes).map(([category, indexes]) => [category, [...indexes]]),
  );
}

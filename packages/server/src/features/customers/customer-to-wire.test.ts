import { expect, it } from 'vitest';
import { User } from '@halyard/contract/accounts';
import { toWireUser } from './customer-to-wire.ts';
import type { Customer } from './customer.ts';
import { initialTerms } from './initial-terms.ts';

const customer: Customer = {
  id: 17,
  email: 'demo@example.com',
  profile: {
    firstName: 'Demo',
    lastName: 'Customer',
    phone: '+491701234567',
    birthDate: '1990-01-31',
    countryId: 276,
    state: 'Berlin',
    city: 'Berlin',
    street: 'Hauptstraße 1',
    zipCode: '10115',
  },
  uniqid: 'u-17',
  pin: null,
  level: 'Standard',
  autoTrading: false,
  documents: {},
  standing: { brokerStatus: 'active', openingsStopped: false, isClosing: false },
  isEmailConfirmed: true,
  createdAtMs: Date.UTC(2026, 10, 20, 9, 30),
  closedAtMs: null,
  hasAccount: true,
};

it('returns every field of the wire [e-user-fields] [e-user-uniqid] [e-user-docs] [e-user-doc-null]', () => {
  const user = toWireUser(customer, initialTerms(), { token: 'the-token', hasSecondFactor: false });
  expect(User.parse(user)).toEqual(user);
  expect(user).toMatchObject({
    id: 17,
    token: 'the-token',
    first_name: 'Demo',
    last_name: 'Customer',
    full_name: 'Demo Customer',
    email: 'demo@example.com',
    phone: '+491701234567',
    birth_date: '1990-01-31',
    country_id: 276,
    state: 'Berlin',
    city: 'Berlin',
    street: 'Hauptstraße 1',
    zip_code: '10115',
    created_at: '2026-11-20T09:30:00.000Z',
    pin: null,
    level: 'Standard',
    email_confirmed: true,
    second_factor: false,
    auto_trading: 0,
    uniqid: 'u-17',
    doc_passport: null,
    doc_address: null,
    doc_funding_front: null,
    doc_funding_back: null,
  });
});

it('starts a customer with everything allowed but unverified [e-user-verified] [e-user-custom-leverage] [e-user-assets-permission]', () => {
  const every = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(toWireUser(customer, initialTerms(), { token: 't', hasSecondFactor: true })).toMatchObject(
    {
      verified_account: false,
      assets_group_permission: [1, 2, 3, 4, 5],
      custom_leverage: {
        forex: every,
        stocks: every,
        crypto: every,
        commodities: every,
        index: every,
      },
    },
  );
});

it('shows what the engine’s terms allow, and the flag as 0 or 1', () => {
  const terms = {
    ...initialTerms(),
    isVerified: true,
    permittedCategories: ['index', 'forex'] as const,
    leverageIndexes: { forex: [0, 2] },
  };
  expect(
    toWireUser({ ...customer, autoTrading: true }, terms, { token: 't', hasSecondFactor: true }),
  ).toMatchObject({
    verified_account: true,
    auto_trading: 1,
    assets_group_permission: [5, 1],
    custom_leverage: { forex: [0, 2] },
  });
});

it('sends each document as JSON text, and a missing one as null [e-user-doc-json]', () => {
  const updated = '2026-11-20T09:30:00.000Z';
  const documents = {
    passport: { status: 1, note: '', updated },
    'funding-back': { status: 3, note: 'Too dark', updated },
  } as const;
  expect(
    toWireUser({ ...customer, documents }, initialTerms(), { token: 't', hasSecondFactor: false }),
  ).toMatchObject({
    doc_passport: '{"status":1,"note":"","updated":"2026-11-20T09:30:00.000Z"}',
    doc_address: null,
    doc_funding_front: null,
    doc_funding_back: '{"status":3,"note":"Too dark","updated":"2026-11-20T09:30:00.000Z"}',
  });
});

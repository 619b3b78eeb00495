// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type CustomersTables = {
  countries: {
    id: number;
    alpha2: string;
    name: string;
  };
  attribution_codes: {
    code: string;
    kind: string;
    owner_id: number;
  };
  affiliates: {
    id: Generated<number>;
    email: string;
    password_hash: string;
    name: string;
    created_at: Date;
    blocked_at: Date | null;
    password_expires_at: Date | null;
    sealed_totp: string | null;
    totp_confirmed_at: Date | null;
    totp_last_step: Generated<number>;
  };
  customers: {
    id: Generated<number>;
    email: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    phone: string;
    birth_date: string | null;
    country_id: number | null;
    state: string | null;
    city: string | null;
    street: string | null;
    zip_code: string | null;
    language: Generated<string>;
    uniqid: string;
    pin: string | null;
    level: Generated<string>;
    auto_trading: Generated<boolean>;
    terms_version: string;
    terms_accepted_at: Date;
    referred_by: string | null;
    source_page: string | null;
    sign_up_info: Json | null;
    created_at: Date;
    email_confirmed_at: Date | null;
    account_added_at: Date | null;
    house_status: Generated<string>;
    openings_stopped: Generated<boolean>;
    is_closing: Generated<boolean>;
    documents: Generated<Json>;
    closed_at: Date | null;
    erased_at: Date | null;
  };
  customer_terms: {
    customer_id: number;
    is_verified: boolean;
    client_category: string;
    is_protected: boolean;
    permitted_categories: Json;
    leverage_indexes: Json;
    shares_protection: Generated<boolean>;
  };
  customer_notes: {
    id: Generated<number>;
    customer_id: number;
    author: string;
    text: string;
    created_at: Date;
  };
  sign_ups: {
    id: Generated<number>;
    network: string;
    at: Date;
  };
  data_exports: {
    id: string;
    customer_id: number;
    state: string;
    requested_at: Date;
    sections_done: Generated<number>;
    sections: number;
    ready_at: Date | null;
    expires_at: Date | null;
    bytes: Generated<number>;
    part_ids: Generated<Json>;
    key_name: string;
  };
  account_closings: {
    customer_id: number;
    begun_at: Date;
  };
  excluded_emails: {
    email_hash: string;
    until_at: Date | null;
    key_name: Generated<string>;
  };
};

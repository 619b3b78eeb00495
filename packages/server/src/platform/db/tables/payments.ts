// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type PaymentsTables = {
  transactions: {
    number: Generated<number>;
    id: string;
    customer_id: number;
    type_id: number;
    status: string;
    method_id: number | null;
    provider: string | null;
    provider_reference: string | null;
    attempt: Generated<number>;
    amount_cents: number;
    requested_cents: number;
    currency: Generated<string>;
    original_id: string | null;
    cause: string | null;
    comments: string | null;
    request_id: string | null;
    request_hash: string | null;
    approved_by: string | null;
    review: string | null;
    step: string | null;
    step_data: Json | null;
    created_at: Date;
    updated_at: Date;
    settled_at: Date | null;
  };
  transaction_stages: {
    transaction_id: string;
    line: number;
    at: Date;
    stage: string;
    status: string;
    actor: string;
    note: string | null;
    evidence: Json | null;
  };
  provider_payments: {
    transaction_id: string;
    provider: string;
    state: string;
    page_url: string | null;
    provider_reference: string | null;
    details: Json;
    started_at: Date;
  };
  provider_events: {
    id: Generated<number>;
    provider: string;
    body_hash: Buffer;
    order_ref: string;
    provider_reference: string | null;
    outcome: string;
    amount_cents: number | null;
    currency: string | null;
    reason: string | null;
    is_test: boolean;
    is_signed: boolean;
    details: Json;
    received_at: Date;
    result: string | null;
    judged_at: Date | null;
  };
  payment_queries: {
    transaction_id: string;
    requested: number;
    messages: number;
    due_at: Date | null;
    asked_at: Date | null;
    tries: Generated<number>;
    runs: Generated<number>;
  };
  payment_claims: {
    transaction_id: string;
    outcome: string;
    is_signed: boolean;
    claimed_at: Date;
    provider_reference: string;
    details: Json;
  };
  payment_look_backs: {
    provider: string;
    begun_at: Date;
    reached_at: Date;
    reached_id: string;
    asked: number;
    differences: number;
    finished_at: Date | null;
  };
};

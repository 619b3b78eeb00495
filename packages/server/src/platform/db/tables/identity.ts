// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type IdentityTables = {
  sessions: {
    id: string;
    kind: string;
    subject_id: number;
    token_hash: string;
    assurance: string;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    end_reason: string | null;
    ip: string;
    network: string;
    user_agent: string;
    client_info: Json | null;
    device: string | null;
    password_proved_at: Date | null;
    second_proved_at: Date | null;
    viewed_by: number | null;
  };
  one_time_codes: {
    code_hash: string;
    purpose: string;
    customer_id: number | null;
    created_at: Date;
    expires_at: Date;
    uses_left: number;
    session_id: string | null;
    link_hash: string | null;
  };
  second_factors: {
    customer_id: number;
    sealed_secret: string;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: number;
  };
  recovery_codes: {
    customer_id: number;
    code_hash: string;
  };
  passkeys: {
    id: Generated<number>;
    customer_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  credential_failures: {
    throttle: string;
    account_hash: string;
    failures: number;
    last_at: Date;
  };
  staff: {
    id: Generated<number>;
    email: string;
    name: string;
    password_hash: string;
    roles: readonly string[];
    created_at: Date;
    disabled_at: Date | null;
    sealed_totp: string | null;
    totp_confirmed_at: Date | null;
    totp_last_step: Generated<number>;
    changed_at: Date;
    changed_by: string;
    password_expires_at: Date | null;
    has_password: Generated<boolean>;
    is_break_glass: Generated<boolean>;
    admin_until: Date | null;
  };
  secret_fingerprints: {
    name: string;
    fingerprint: string;
    recorded_at: Date;
    retired_at: Date | null;
  };
};

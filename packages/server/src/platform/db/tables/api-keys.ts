// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type ApiKeysTables = {
  api_keys: {
    id: Generated<number>;
    customer_id: number;
    key_hash: string;
    key_start: string;
    name: string;
    scopes: readonly string[];
    networks: readonly string[];
    created_at: Date;
    expires_at: Date | null;
    last_used_at: Date | null;
    last_used_ip: string | null;
    requests: Generated<number>;
    environment: Generated<string>;
    last_refused_at: Date | null;
    last_refused_network: string | null;
  };
};

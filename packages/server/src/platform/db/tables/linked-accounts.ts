// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type LinkedAccountsTables = {
  account_traits: {
    kind: string;
    value: string;
    customer_id: number;
    label: string;
    seen_at: Date;
  };
  account_links: {
    id: Generated<number>;
    first_id: number;
    second_id: number;
    score: number;
    hedges: number;
    was_protected: boolean;
    evidence: Json;
    status: Generated<string>;
    found_at: Date;
    updated_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    note: string | null;
    decided_score: number | null;
  };
  account_link_scans: {
    id: Generated<number>;
    position_id: number;
    posting_id: number;
    transaction_number: number;
    scanned_at: Date;
  };
};

// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type ContentTables = {
  content_models: {
    kind: string;
    name: string;
    fields: Json;
    sortable: Generated<boolean>;
  };
  content_entries: {
    id: string;
    kind: string;
    model: string;
    position: Generated<number>;
    data: Json;
    version: number;
    draft_version: number | null;
    created_at: Date;
    modified_at: Date;
  };
  content_versions: {
    entry_id: string;
    version: number;
    data: Json;
    saved_at: Date;
    saved_by: string;
  };
  content_tokens: {
    token_hash: string;
    name: string;
    public_token: string | null;
    created_at: Date;
  };
  content_submissions: {
    id: Generated<number>;
    form: string;
    data: Json;
    created_at: Date;
    done_at: Date | null;
    done_by: string | null;
  };
};

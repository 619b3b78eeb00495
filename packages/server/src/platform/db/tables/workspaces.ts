// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type WorkspacesTables = {
  workspace_documents: {
    customer_id: number;
    name: string;
    version: number;
    document: Json;
    saved_at: Date;
    environment: Generated<string>;
  };
};

// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type StaffTables = {
  staff_documents: {
    staff_id: number;
    name: string;
    document: Json;
    saved_at: Date;
    version: Generated<number>;
  };
  work_assignments: {
    resource: string;
    record_id: string;
    staff_id: number;
    assigned_at: Date;
  };
};

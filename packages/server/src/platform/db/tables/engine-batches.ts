// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type EngineBatchesTables = {
  engine_batches: {
    batch: number;
    account_ids: readonly number[];
    position_ids: readonly number[];
    order_ids: Generated<readonly number[]>;
  };
};

// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type MarketLeaderTables = {
  market_lease: {
    id: number;
    epoch: number;
    owner: string;
    expires_at: Date;
    numbers_from: Generated<number>;
    numbered_at: Generated<Date>;
  };
  market_gaps: {
    id: Generated<number>;
    reason: string;
    from_epoch: number;
    from_number: number;
    to_epoch: number;
    to_number: number;
    noticed_at: Date;
    ended_at: Date;
  };
};

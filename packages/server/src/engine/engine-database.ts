import type { Database } from '#platform/db/db.ts';

/** What of a database the engine uses. */
export type EngineDatabase = Pick<Database, 'isExclusive' | 'query' | 'openLane'>;

import type { Database } from '#platform/db/db.ts';

/** The part of a database that the engine uses. */
export type EngineDatabase = Pick<Database, 'isExclusive' | 'query' | 'openLane'>;

/** What loading needs of a database or of a transaction. */
export type EngineReader = Pick<Database, 'query'>;

import type { Kysely } from 'kysely';

/**
 * Ends one kind of access to an account besides its sessions, such as API keys, in the caller's
 * transaction.
 */
export type EndAccess = (tx: Kysely<object>, customerId: number) => Promise<void>;

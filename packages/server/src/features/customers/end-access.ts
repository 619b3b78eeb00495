import type { Kysely } from 'kysely';

/** Ends in the transaction a way into the account beside its sessions, such as API keys. */
export type EndAccess = (tx: Kysely<object>, customerId: number) => Promise<void>;

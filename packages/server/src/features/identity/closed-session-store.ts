// The sessions of a customer whose account is closed.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Removes the devices of a customer's sessions; the rows stay until they are purged. */
export async function forgetDevices(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`
    update sessions
    set ip = '', network = '', user_agent = '', device = null, client_info = null
    where kind = 'customer' and subject_id = ${customerId}`.execute(tx);
}

export async function deleteSessionsOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`delete from sessions where kind = 'customer' and subject_id = ${customerId}`.execute(
    tx,
  );
}

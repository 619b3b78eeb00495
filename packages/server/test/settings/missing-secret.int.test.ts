import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signUp, startServer } from '../support/start-server.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';

const ROWS = {
  credentials: `insert into second_factors (customer_id, sealed_secret, created_at, last_step)
    values ($1, 'x', now(), 0)`,
  'documents-1': `insert into documents (customer_id, kind, status, format, bytes, file_id, key_name,
      uploaded_at)
    values ($1, 'address', 'processing', 'jpeg', 1, gen_random_uuid(), 'documents-1', now())`,
  'exports-1': `insert into data_exports (id, customer_id, state, requested_at, sections, ready_at,
      expires_at, key_name)
    values (gen_random_uuid(), $1, 'ready', now(), 1, now(), now() + interval '1 day', 'exports-1')`,
  'excluded-emails': `insert into excluded_emails (email_hash)
    select repeat('0', 64) where $1::bigint > 0`,
} as const;

describeOnEachDatabase('a secret that is missing', (database) => {
  it('stops the start while stored rows need it, until it is restored', async () => {
    let server = await startServer({ database });
    const { user } = await signUp(server, 'sealed@example.com');
    const pathOf = (name: string): string => join(server.dataDir, 'secrets', name);
    // These are made when something is sealed first.
    for (const name of ['documents-1', 'exports-1']) {
      writeFileSync(pathOf(name), Buffer.alloc(32, 7), { mode: 0o600 });
    }
    await server.stop();
    for (const [name, insert] of Object.entries(ROWS)) {
      const db = await database.open();
      await db.query(insert, [user.id]);
      await db.close();
      renameSync(pathOf(name), `${pathOf(name)}.lost`);
      await expect(startServer({ database }), name).rejects.toThrow(
        new RegExp(`secrets/${name}\\. Restore it from the backup of DATA_DIR/secrets`),
      );
      renameSync(`${pathOf(name)}.lost`, pathOf(name));
    }
    server = await startServer({ database });
    await server.stop();
  });
});

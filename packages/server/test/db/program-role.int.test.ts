// Two roles: one owns the schema, the other runs the program.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertOwnsNothing, DatabaseUnfit, migrate, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { runOnPostgres } from '../support/postgres-admin.ts';
import { signUp, signUpTrader, startServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const NAME = randomBytes(4).toString('hex');
const OWNER = `halyard_owner_${NAME}`;
const PROGRAM = `halyard_program_${NAME}`;
const PASSWORD = 'of-a-test';

describeOnDatabase(
  'the role of the program',
  (target) => {
    let admin: Database;
    let owner: Database;
    let program: Database;
    const addressOf = (role: string): string => {
      const url = new URL(target.url());
      url.username = role;
      url.password = PASSWORD;
      return url.href;
    };
    const open = async (url: string): Promise<Database> =>
      await openDatabase({ url, directory: '', onError: () => undefined });
    const asAdmin = async (...statements: readonly string[]): Promise<void> => {
      for (const statement of statements) await admin.query(statement, []);
    };

    beforeAll(async () => {
      for (const role of [OWNER, PROGRAM]) {
        await runOnPostgres(`create role ${role} login password '${PASSWORD}'`);
      }
      admin = await target.open();
      const name = new URL(target.url()).pathname.slice(1);
      await asAdmin(`alter database ${name} owner to ${OWNER}`);
      owner = await open(addressOf(OWNER));
      program = await open(addressOf(PROGRAM));
    });
    afterAll(async () => {
      await Promise.all([owner.close(), program.close()]);
      await asAdmin(`drop owned by ${PROGRAM}`, `drop owned by ${OWNER}`);
      const name = new URL(target.url()).pathname.slice(1);
      await asAdmin(`alter database ${name} owner to current_user`);
      await admin.close();
      for (const role of [OWNER, PROGRAM]) await runOnPostgres(`drop role ${role}`);
    });

    it('is sufficient for a start, a sign-up and a booking, while the owner migrates', async () => {
      const database = { ...target, url: () => addressOf(PROGRAM) };
      const environment = { DATABASE_OWNER_URL: addressOf(OWNER) };
      const server = await startServer({ database, environment });
      await signUpTrader(server, 'roles@example.com', '500.00');
      await server.stop();
      // The second start finds the tables, reads the lease and grants once more.
      const again = await startServer({ database, environment });
      await signUp(again, 'again@example.com');
      expect((await again.operator('audit')).code).toBe(0);
      await again.stop();
      const rows = await owner.query(
        `select distinct tableowner from pg_tables where schemaname = 'public'`,
        [],
      );
      expect(rows).toEqual([{ tableowner: OWNER }]);
    });

    it.each([
      'drop trigger audit_events_keep on audit_events',
      'alter table audit_events disable trigger user',
      'drop table postings',
      'truncate audit_head',
      'delete from audit_events',
      'update postings set kind = kind',
      `insert into schema_migrations (name, checksum) values ('9999-own.sql', '')`,
      'create table own (id int)',
      `create or replace function audit_refuse() returns trigger language plpgsql as 'begin return null; end'`,
      `create trigger own before insert on customers for each row execute function audit_refuse()`,
    ])('is not sufficient to %s', async (statement) => {
      await expect(program.query(statement, [])).rejects.toThrow(/permission denied|must be owner/);
    });

    it('is rejected while it owns, or could own, anything in the schema', async () => {
      await assertOwnsNothing(owner, PROGRAM);
      const name = new URL(target.url()).pathname.slice(1);
      const cases = [
        [`grant ${OWNER} to ${PROGRAM}`, `revoke ${OWNER} from ${PROGRAM}`, 'member of the owner'],
        [`alter role ${PROGRAM} superuser`, `alter role ${PROGRAM} nosuperuser`, 'superuser'],
        [`alter role ${PROGRAM} createrole`, `alter role ${PROGRAM} nocreaterole`, 'create roles'],
        [
          `alter table postings owner to ${PROGRAM}`,
          `alter table postings owner to ${OWNER}`,
          `reassign owned by ${PROGRAM} to ${OWNER}`,
        ],
        [
          `alter schema public owner to ${PROGRAM}`,
          'alter schema public owner to pg_database_owner',
          'owns the schema',
        ],
        [
          `alter database ${name} owner to ${PROGRAM}`,
          `alter database ${name} owner to ${OWNER}`,
          'owns the database',
        ],
        [
          `grant create on schema public to ${PROGRAM}`,
          `revoke create on schema public from ${PROGRAM}`,
          'may create objects',
        ],
      ] as const;
      for (const [harm, mend, text] of cases) {
        await asAdmin(harm);
        await expect(assertOwnsNothing(owner, PROGRAM)).rejects.toThrow(text);
        await asAdmin(mend);
      }
      await assertOwnsNothing(owner, PROGRAM);
      await expect(assertOwnsNothing(owner, OWNER)).rejects.toThrow(DatabaseUnfit);
    });

    it('receives its privileges on later migrations, and loses excess ones', async () => {
      await asAdmin(`grant truncate, update on postings to ${PROGRAM}`);
      await owner.query('create table later (id int)', []);
      await expect(program.query('select id from later', [])).rejects.toThrow('permission denied');
      await migrate(owner, { programRole: PROGRAM });
      expect(await program.query('select id from later', [])).toEqual([]);
      await expect(program.query('truncate postings', [])).rejects.toThrow('permission denied');
      await owner.query('drop table later', []);
    });
  },
  'empty',
);

// Two roles in PostgreSQL: the owner, who migrates the schema, and the program's, who reads and
// writes rows. The program's role owns nothing, so that an attacker who controls it can neither
// drop the triggers that keep the ledger and the audit log append-only nor change a table.
import type { Database, Lane } from './database.ts';
import { CONTENT_SCHEMAS, SCHEMAS } from './database.ts';
import { DatabaseUnfit } from './failure.ts';

const SCHEMA_NAMES = ['public', ...SCHEMAS].join(', ');

const FIND_OWN = `
  select quote_ident(r.rolname) as role, quote_ident(current_user) as owner,
    r.rolname = current_user as is_owner, r.rolsuper as is_super,
    r.rolcreaterole as may_create_roles,
    pg_has_role(r.oid, current_user, 'member') as is_member,
    (select pg_has_role(r.oid, d.datdba, 'member') from pg_database d
      where d.datname = current_database()) as owns_database,
    quote_ident(current_database()) as database,
    (select pg_has_role(r.oid, n.nspowner, 'member') from pg_namespace n
      where n.nspname = 'public') as owns_schema,
    has_schema_privilege(r.oid, 'public', 'create') as may_create,
    (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${CONTENT_SCHEMAS}) and pg_has_role(r.oid, c.relowner, 'member')) as relations,
    (select count(*)::int from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and pg_has_role(r.oid, p.proowner, 'member')) as functions
  from pg_roles r where r.rolname = $1`;

/** The role of the connections of `db`. */
export async function findRole(db: Database): Promise<string> {
  const [row] = await db.query('select current_user::text as role', []);
  return String(row?.['role']);
}

/**
 * Throws DatabaseUnfit, with an instruction, if `role` could change the schema. It queries the
 * owner's connection, because the program's role may have no rights yet.
 */
export async function assertOwnsNothing(owner: Database, role: string): Promise<void> {
  const [row] = await owner.query(FIND_OWN, [role]);
  if (row === undefined) throw new DatabaseUnfit(`PostgreSQL has no role ${role}.`);
  const [name, ownerName, database] = [row['role'], row['owner'], row['database']].map(String);
  const problems = [
    row['is_owner'] === true &&
      'it is the role of DATABASE_OWNER_URL as well: name another one in DATABASE_URL',
    row['is_super'] === true && `it is a superuser: alter role ${name} nosuperuser`,
    row['may_create_roles'] === true && `it may create roles: alter role ${name} nocreaterole`,
    row['is_super'] !== true &&
      row['is_owner'] !== true &&
      row['is_member'] === true &&
      `it is a member of the owner: revoke ${ownerName} from ${name}`,
    row['owns_database'] === true &&
      `it owns the database: alter database ${database} owner to ${ownerName}`,
    row['owns_schema'] === true && `it owns the schema: alter schema public owner to ${ownerName}`,
    (Number(row['relations']) > 0 || Number(row['functions']) > 0) &&
      `it owns tables or functions: reassign owned by ${name} to ${ownerName}`,
    row['may_create'] === true &&
      `it may create objects: revoke create on schema public from public, ${name}`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return;
  throw new DatabaseUnfit(
    `With DATABASE_OWNER_URL the role ${name} of DATABASE_URL must own nothing, but ` +
      `${problems.join('; ')}. Do that as a superuser and start again.`,
  );
}

/**
 * Grants `role` what the program needs on the owner's tables and functions, and revokes everything
 * else: rows of append-only tables can be added and read, the list of migrations only read. It is
 * one statement, so that a program that runs meanwhile never lacks a right. Call it under the lock
 * of the migrations.
 */
export async function grantToProgram(lane: Lane, role: string): Promise<void> {
  await lane.query(`select set_config('halyard.program_role', $1, false)`, [role]);
  await lane.run(GRANT);
}

const GRANT = `do $$
declare
  program text := quote_ident(current_setting('halyard.program_role'));
  own record;
  rights text;
begin
  execute format('grant usage on schema ${SCHEMA_NAMES} to %s', program);
  for own in
    select c.oid, c.relname, c.relkind, n.nspname,
      c.relname in ('schema_migrations', 'schema_functions') as is_schema,
      exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname in ('refuse_change', 'audit_refuse')) as is_append_only
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${CONTENT_SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'S')
      and c.relowner = (select oid from pg_roles where rolname = current_user)
  loop
    rights := case
      when own.relkind = 'S' then 'usage, select'
      when own.is_schema or own.relkind = 'v' then 'select'
      when own.is_append_only then 'select, insert'
      else 'select, insert, update, delete' end;
    execute format('revoke all on %s %I.%I from %s',
      case when own.relkind = 'S' then 'sequence' else 'table' end, own.nspname, own.relname,
      program);
    execute format('grant %s on %s %I.%I to %s', rights,
      case when own.relkind = 'S' then 'sequence' else 'table' end, own.nspname, own.relname,
      program);
  end loop;
  for own in
    select p.oid::regprocedure::text as signature
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prokind = 'f'
      and p.proowner = (select oid from pg_roles where rolname = current_user)
  loop
    execute format('grant execute on function %s to %s', own.signature, program);
  end loop;
end
$$`;

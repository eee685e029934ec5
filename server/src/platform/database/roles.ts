import type pg from 'pg';

/*
 * GUARD-07: the server uses a role that can read and change rows, and nothing else. Another role owns the schema and
 * runs the migrations. The superuser of the embedded PostgreSQL only prepares both.
 */

/** The owner of the schema in the embedded database. */
export const OWNER_ROLE = 'vault_owner';
/** The role of the server in the embedded database. */
export const SERVER_ROLE = 'vault_server';

const ROLES_LOCK = 0x76617572; // the letters 'vaur'

/** Each query returns the statements that are missing; none when there is nothing to do. */
const PREPARE_EMBEDDED = [
  `select format('create role %I login', wanted.name) as statement
   from (values ('${OWNER_ROLE}'), ('${SERVER_ROLE}')) wanted (name)
   where not exists (select from pg_roles where rolname = wanted.name)`,
  `select format('alter database %I owner to ${OWNER_ROLE}', datname) as statement
   from pg_database where datname = current_database() and datdba <> '${OWNER_ROLE}'::regrole`,
  // Temporary tables are definitions too.
  `select format('revoke temporary on database %I from public', current_database()) as statement
   where has_database_privilege('${SERVER_ROLE}', current_database(), 'temporary')`,
  // Objects of versions up to 0.2.0, which belong to the superuser. Those of extensions stay.
  `with vault_schema as (
     select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'graphile_worker')
   ), own as (
     select objid, classid from pg_depend where deptype in ('e', 'i', 'a') and refclassid <> 'pg_namespace'::regclass
   )
   select format('alter schema %I owner to ${OWNER_ROLE}', nspname) as statement
   from vault_schema where nspowner = current_user::regrole
   union all
   select format('alter table %s owner to ${OWNER_ROLE}', c.oid::regclass)
   from pg_class c join vault_schema s on s.oid = c.relnamespace
   where c.relowner = current_user::regrole and c.relkind in ('r', 'p', 'v', 'm', 'S')
     and not exists (select from own where classid = 'pg_class'::regclass and objid = c.oid)
   union all
   select format('alter routine %s owner to ${OWNER_ROLE}', p.oid::regprocedure)
   from pg_proc p join vault_schema s on s.oid = p.pronamespace
   where p.proowner = current_user::regrole
     and not exists (select from own where classid = 'pg_proc'::regclass and objid = p.oid)
   union all
   select format('alter type %s owner to ${OWNER_ROLE}', t.oid::regtype)
   from pg_type t join vault_schema s on s.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
   where t.typowner = current_user::regrole and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
     and not exists (select from own where classid = 'pg_type'::regclass and objid = t.oid)`,
];

/**
 * Prepares the roles of the embedded database, and gives the owner the objects of earlier versions. Several servers can
 * call it at the same time.
 * @param client a connection of the superuser to the vault's database
 */
export async function prepareEmbeddedRoles(client: pg.ClientBase): Promise<void> {
  await whileLocked(client, async () => {
    for (const query of PREPARE_EMBEDDED) {
      // oxlint-disable-next-line no-await-in-loop -- each step needs the one before
      await runMissing(client, query, []);
    }
  });
}

/** Tables of which the server only reads rows, and tables to which it only adds rows (AUDIT-02, AUDIT-09). */
const READ_ONLY = ['migrations'];
const APPEND_ONLY = [
  'audit_entry',
  'audit_chain',
  'audit_seal',
  'past_states',
  'item_past',
  'link_past',
  'account_past',
  'membership_past',
  'claims_past',
  'merged_file',
];
/** Tables that only migrations use. */
const OF_MIGRATIONS = 'kysely_%';

/** $1: the role. */
const SCHEMA_GRANTS = `
   select format('grant usage on schema %I to %I', s.name, $1::text) as statement
   from (values (current_schema()::text), ('graphile_worker')) s (name)
   where not has_schema_privilege($1, s.name, 'usage')`;

/** $1: the role, $2: READ_ONLY, $3: APPEND_ONLY, $4: OF_MIGRATIONS. */
const TABLE_GRANTS = `
   with wanted as (
     select c.oid, c.relname as name, c.relkind as kind, c.relrowsecurity as has_policies, array_remove(array['select',
       case when c.relkind <> 'v' and c.relname <> all ($2::text[]) then 'insert' end,
       case when c.relkind <> 'v' and c.relname <> all ($2::text[] || $3::text[]) then 'update' end,
       case when c.relkind <> 'v' and c.relname <> all ($2::text[] || $3::text[]) then 'delete' end], null) as rights
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in (current_schema(), 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'S')
       and c.relname not like $4::text
   )
   select format('grant %s on table %s to %I', array_to_string(rights, ', '), oid::regclass, $1::text) as statement
   from wanted
   where kind <> 'S' and not (select bool_and(has_table_privilege($1, oid, wish)) from unnest(rights) wish)
   union all
   select format('revoke update, delete, truncate on table %s from %I', oid::regclass, $1::text)
   from wanted where name = any ($3::text[]) and has_table_privilege($1, oid, 'update, delete, truncate')
   union all
   select format('grant usage, select on sequence %s to %I', oid::regclass, $1::text)
   from wanted where case kind when 'S' then not has_sequence_privilege($1, oid, 'usage') end
   union all
   -- graphile-worker enables row level security, without policies, so that only the owner can use its tables.
   select format('create policy %I on %s to %I using (true) with check (true)', $1::text, oid::regclass, $1::text)
   from wanted where has_policies and not exists (
     select from pg_policy p where p.polrelid = wanted.oid and p.polroles @> array[$1::text::regrole::oid])`;

/**
 * Gives a role the rights of a server on all tables: rows, but no definitions. Changes nothing when it has them.
 * @param client a connection of the owner, after the migrations
 */
export async function grantServerRights(client: pg.ClientBase, role: string): Promise<void> {
  await whileLocked(client, async () => {
    await runMissing(client, SCHEMA_GRANTS, [role]);
    await runMissing(client, TABLE_GRANTS, [role, READ_ONLY, APPEND_ONLY, OF_MIGRATIONS]);
  });
}

/** Whether the role of the connection can change definitions. */
export async function canDefine(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ canDefine: boolean }>(`
    select rolsuper or has_schema_privilege(current_schema(), 'create') or exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
    ) as "canDefine" from pg_roles where rolname = current_user`);
  return rows[0]?.canDefine === true;
}

/** @param query returns the statements that are missing */
async function runMissing(client: pg.ClientBase, query: string, values: unknown[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query, values);
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const { statement } of rows) await client.query(statement);
}

/** Two servers that change the same rows of the catalogue at once would fail. */
async function whileLocked(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ROLES_LOCK]);
  try {
    await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ROLES_LOCK]);
  }
}

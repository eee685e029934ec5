import type pg from 'pg';
import { listen } from './listen.ts';
import type { ConnectionDeps } from './pool.ts';
import { DatabaseStartError } from './start-error.ts';

/*
 * The connection budget (NODES-07; docs/decisions/connections.md): the connections that all server processes may open
 * together never exceed what PostgreSQL allows. Each process claims its number as a shared advisory lock whose key is
 * the number. All processes see the locks of all others in pg_locks, and a process that ends loses its lock.
 */

const DECISION_LOCK = 0x7661756e; // the letters 'vaun'
const CLAIM_LOCK = 0x76617563; // the letters 'vauc'
/** No one sends messages on it: the connection holds the claim. */
const CHANNEL = 'connection_budget';

/** What a server process needs of PostgreSQL. */
export interface Budget {
  /** server processes of this machine */
  readonly processes: number;
  /** connections of each of them besides its request pool */
  readonly besidesPool: number;
}

export interface ClaimOptions extends Budget {
  /** wanted size of the request pool; 0 when a pooler has the connections of requests */
  readonly wanted: number;
  /** the smallest request pool that serves */
  readonly least: number;
}

/** The claimed connections of a server process. */
export interface Claim {
  /** size of the request pool */
  readonly connections: number;
  close(): Promise<void>;
}

/** One limit of PostgreSQL, and what is in use of it. */
export interface Capacity {
  /** connections for all server processes: without those that other programs have now */
  allowed: number;
  /** the sum of the claims of other server processes */
  claimed: number;
  /** number of other server processes */
  processes: number;
}

/**
 * Decides how many connections this process may open, and claims them until it ends. After a lost connection the same
 * number is claimed again.
 * @throws DatabaseStartError when too few are left; the database's error
 */
export async function claimConnections(deps: ConnectionDeps, options: ClaimOptions): Promise<Claim> {
  const decided = Promise.withResolvers<number>();
  let connections: number | null = null;
  const listening = listen(deps, {
    channel: CHANNEL,
    onMessage: () => undefined,
    prepare: async (client) => {
      if (connections !== null) return hold(client, connections + options.besidesPool);
      await decide(client, options).then(
        (size) => {
          connections = size;
          decided.resolve(size);
        },
        (error: unknown) => decided.reject(error),
      );
    },
    onBegin: () => undefined,
    onLost: () => decided.reject(new Error('The connection to the database was lost')),
  });
  try {
    const size = await decided.promise;
    if (size < options.wanted) {
      deps.log.warn(
        { wanted: options.wanted, connections: size },
        'Database allows few connections; the request pool is smaller',
      );
    }
    return { connections: size, close: () => listening.close() };
  } catch (error) {
    await listening.close();
    throw error;
  }
}

/** Decides and claims while no other process does. */
async function decide(client: pg.Client, options: ClaimOptions): Promise<number> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [DECISION_LOCK]);
  const sizes = (await readCapacities(client)).map((capacity) => poolSize(capacity, options));
  const size = Math.min(...sizes);
  await hold(client, size + options.besidesPool);
  await client.query('commit');
  return size;
}

/**
 * An equal share for each process that is known, at most what is left.
 * @throws DatabaseStartError when that is less than `least`
 */
export function poolSize(
  capacity: Capacity,
  { processes, besidesPool, wanted, least }: ClaimOptions,
): number {
  const share = Math.floor(capacity.allowed / Math.max(processes, capacity.processes + 1));
  const left = capacity.allowed - capacity.claimed;
  const size = Math.min(wanted, Math.min(share, left) - besidesPool);
  if (size >= Math.min(least, wanted)) return size;
  throw new DatabaseStartError(
    `PostgreSQL allows ${capacity.allowed} connections to the servers of the vault. ${capacity.processes} other server ` +
      `processes use up to ${capacity.claimed} of them, and each of the ${processes} of this machine (PROCESSES) needs at ` +
      `least ${Math.min(least, wanted) + besidesPool}. Raise max_connections of PostgreSQL or the limit of the role, ` +
      'or lower DATABASE_CONNECTIONS or PROCESSES of all servers.',
  );
}

/** Claims until the connection ends. */
async function hold(client: pg.Client, claim: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [CLAIM_LOCK, claim]);
}

/**
 * The limits of the server, the role and the database; PostgreSQL stores -1 for none. Connections of server processes
 * count by their claims, all others by what they use now.
 */
async function readCapacities(client: pg.Client): Promise<Capacity[]> {
  const { rows } = await client.query<Capacity>(
    `with other as (
       select datname, usename from pg_stat_activity
       where usename is not null and pid <> pg_backend_pid()
         and application_name !~ '^portal-vault-(server|jobs|events|liveness)-'
     ), claim as (
       select l.objid::int as connections, a.datname, a.usename from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.classid::bigint = $1 and l.objsubid = 2 and pid <> pg_backend_pid()
     ), maximum as (
       select null::name as datname, null::name as usename, current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
       union all
       select null, rolname, rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0
       union all
       select datname, null, datconnlimit from pg_database where datname = current_database() and datconnlimit >= 0
     )
     select m.connections - (
         select count(*) from other o where o.datname = coalesce(m.datname, o.datname) and o.usename = coalesce(m.usename, o.usename)
       )::int as allowed,
       c.claimed, c.processes
     from maximum m cross join lateral (
       select coalesce(sum(connections), 0)::int as claimed, count(*)::int as processes from claim c
       where c.datname = coalesce(m.datname, c.datname) and c.usename = coalesce(m.usename, c.usename)
     ) c`,
    [CLAIM_LOCK],
  );
  return rows;
}

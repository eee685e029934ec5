import pg from 'pg';
import { startEmbedded, type Embedded } from './embedded.ts';
import { warnAboutClock } from './clock-difference.ts';
import { warnUnlessDurable } from './durability.ts';
import { warnAboutText } from './text-rules.ts';
import { codeOf, isTimeout } from './errors.ts';
import { DATABASE_LIMITS, type DatabaseLimits } from './limits.ts';
import type { Log } from './log.ts';
import { mustBeTheSameServer, mustHaveLimits } from './pooler.ts';
import { canDefine, OWNER_ROLE, prepareEmbeddedRoles, SERVER_ROLE } from './roles.ts';
import { DatabaseStartError } from './start-error.ts';
import type { Target } from './target.ts';
import { mustBeSupported } from './version.ts';

/** Where the database is. */
export interface DatabaseLocation {
  /** `postgres://…` of an external PostgreSQL 15 or newer; null for the embedded one. */
  databaseUrl: string | null;
  /** the same database through the role that owns the tables; null: `databaseUrl` runs the migrations too */
  databaseMigrationUrl?: string | null;
  /**
   * PostgreSQL itself, when `databaseUrl` names a pooler in transaction mode (NODES-07): for all that needs a session.
   * null: `databaseUrl` is used for everything.
   */
  databaseDirectUrl?: string | null;
  /** Data folder of the vault; not used with an external database. */
  dataDir: string;
  log: Log;
  /** The limits that differ from DATABASE_LIMITS. */
  readonly limits?: Partial<DatabaseLimits>;
}

const EMBEDDED_DATABASE = 'vault';
const EMBEDDED_NAME = 'The embedded PostgreSQL';
/** Twice as long as for a request: at the start a database can be busy, for instance with its recovery. */
const START_FACTOR = 2;
/** Copying the template database waits for the disk. */
const CREATE_DATABASE_MS = 60_000;

/**
 * Starts or finds the database, and checks its version.
 * @returns its roles; the caller calls `leave` at the end
 * @throws DatabaseStartError
 */
export async function openAccess(options: DatabaseLocation): Promise<Connecting & { access: Access }> {
  const { databaseUrl, dataDir, log } = options;
  if (databaseUrl !== null) return externalAccess(databaseUrl, options);
  const name = EMBEDDED_NAME;
  const embedded = await startEmbedded({ dataDir, log });
  try {
    const access = await embeddedAccess(embedded).catch((error: unknown) => failStart(name, error));
    return { access, name, leave: embedded.stop };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** The database of one vault through its two roles (GUARD-07). */
export interface Access {
  server: Target;
  /** a pooler in transaction mode in front of `server`, for requests; null without one */
  pooler: Target | null;
  /** runs the migrations, and gives the server's role its rights; null: the server's role runs them */
  owner: Target | null;
  /** the name of the server's role */
  serverRole: string;
}

const startWaitMs = ({ limits }: DatabaseLocation) =>
  START_FACTOR * (limits?.connectMs ?? DATABASE_LIMITS.connectMs);

/**
 * Reaches the external database by each of its addresses.
 * @throws DatabaseStartError
 */
export async function externalAccess(
  databaseUrl: string,
  options: DatabaseLocation,
): Promise<Connecting & { access: Access }> {
  const { databaseMigrationUrl: ownerUrl = null, databaseDirectUrl: directUrl = null } = options;
  const setting = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const waitMs = startWaitMs(options);
  const server = { connectionString: directUrl ?? databaseUrl };
  const owner = ownerUrl === null ? null : { connectionString: ownerUrl };
  const pooler = directUrl === null ? null : { connectionString: databaseUrl };
  const inspect = async (client: pg.Client) => {
    await warnUnlessDurable(client, options.log);
    await warnAboutText(client, options.log);
    await warnAboutClock(client, options.log);
  };
  const serverRole = await check(server, waitMs, inspect).catch((error: unknown) =>
    failStart(externalName(setting), error),
  );
  if (pooler !== null) {
    await checkPooler(server, pooler, options).catch((error: unknown) =>
      failStart(externalName('DATABASE_URL'), error),
    );
  }
  if (owner !== null) {
    await check(owner, waitMs).catch((error: unknown) =>
      failStart(externalName('DATABASE_MIGRATION_URL'), error),
    );
  }
  return {
    access: { server, pooler, owner, serverRole },
    name: externalName(setting),
    leave: async () => undefined,
  };
}

async function checkPooler(server: Target, pooler: Target, options: DatabaseLocation): Promise<void> {
  const waitMs = startWaitMs(options);
  await onConnection(server, waitMs, (direct) =>
    onConnection(pooler, waitMs, async (pooled) => {
      await mustBeTheSameServer(direct, pooled);
      await mustHaveLimits(pooled, { ...DATABASE_LIMITS, ...options.limits });
    }),
  );
}

const externalName = (setting: string) => `The database that ${setting} names`;

/** @throws DatabaseStartError when the tables of the migrations are not in this database */
export async function inspectRole(server: Target, { log, ...options }: DatabaseLocation): Promise<void> {
  await onConnection(server, startWaitMs({ log, ...options }), async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('kysely_migration') is not null as found`,
    );
    if (rows[0]?.found !== true) {
      throw new DatabaseStartError(
        'DATABASE_URL and DATABASE_MIGRATION_URL name different databases or schemas.',
      );
    }
    if (await canDefine(client)) {
      log.warn({}, 'Database role of the server can change tables; set DATABASE_MIGRATION_URL');
    }
  });
}

/** @returns the embedded server's database, which is created when it is missing, with its roles */
async function embeddedAccess({ connection }: Pick<Embedded, 'connection'>): Promise<Access> {
  const database = EMBEDDED_DATABASE;
  await onConnection({ ...connection, database: 'postgres' }, CREATE_DATABASE_MS, (client) =>
    client.query(`create database ${database}`),
  ).catch((error: unknown) => {
    // The database exists (42P04), or another server is creating it (23505).
    const code = codeOf(error);
    if (code !== '42P04' && code !== '23505') throw error;
  });
  await onConnection({ ...connection, database }, CREATE_DATABASE_MS, prepareEmbeddedRoles);
  const withRole = (user: string) => ({ ...connection, user, database });
  return {
    server: withRole(SERVER_ROLE),
    pooler: null,
    owner: withRole(OWNER_ROLE),
    serverRole: SERVER_ROLE,
  };
}

/** @param inspect uses the same connection @returns the name of the role */
async function check(
  target: Target,
  waitMs: number,
  inspect: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<string> {
  return onConnection(target, waitMs, async (client) => {
    const { rows } = await client.query<{ version: string; role: string }>(
      `select current_setting('server_version_num') as version, current_user as role`,
    );
    mustBeSupported(Number(rows[0]?.version));
    await inspect(client);
    return rows[0]?.role ?? '';
  });
}

async function onConnection<T>(
  target: Target,
  waitMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: waitMs, query_timeout: waitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // `end` is not awaited: a database that does not reply does not close the connection either.
    void client.end().catch(() => undefined);
  }
}

export function failStart(name: string, error: unknown): never {
  if (error instanceof DatabaseStartError) throw error;
  throw new DatabaseStartError(`${name} cannot be used: ${reasonOf(error)}`, { cause: error });
}

/** PgBouncer answers it to the settings that the vault gives to a connection. */
const PROTOCOL_VIOLATION = '08P01';
const POOLER_HINT = 'For a pooler in transaction mode, DATABASE_DIRECT_URL must name PostgreSQL itself.';

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (codeOf(error) === PROTOCOL_VIOLATION) return `${error.message}. ${POOLER_HINT}`;
  return isTimeout(error) ? 'it does not answer.' : error.message || (codeOf(error) ?? error.name);
}

export interface Connecting {
  /** the database in a sentence for the operator */
  name: string;
  leave: (withinMs?: number) => Promise<void>;
}

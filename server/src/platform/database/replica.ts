import { CamelCasePlugin, Kysely } from 'kysely';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { cachedFor } from '../cached-for.ts';
import { VaultDialect } from './dialect.ts';
import { databaseFailureOf } from './errors.ts';
import { noteChangesOf } from './last-change.ts';
import type { OutageLog } from './liveness.ts';
import type { Log } from './log.ts';
import { type ConnectionDeps, createPool, endPool, watchDatabase } from './pool.ts';
import { queryRaw } from './raw-query.ts';
import { type Position, positionOf, type Progress, progressOf, walOf } from './replica-progress.ts';
import type { DB } from './schema.ts';
import { DatabaseStartError } from './start-error.ts';

/** What the reads of a call must contain (NODES-06). */
export interface Reader {
  /** the transaction of the person's last change; null when there is none */
  lastChange: string | null;
  /** true: also the latest changes of others, because a live event has told of them */
  mustBeLatest: boolean;
}

/** The database or its replica, for reads. */
export interface ReadSource {
  readonly kysely: Kysely<DB>;
}

export interface ReplicaOptions {
  /** `postgres://…` of the replica, or of a balancer of connections in front of several */
  readonly url: string;
  readonly maxConnections: number;
  /** the changes of others are missing at most for this time; 5 s by default */
  readonly maxDelayMs?: number | undefined;
  readonly log: Log;
  readonly metrics?: Registry | undefined;
}

/** Shorter than those of the database: a call that cannot be read here is read there. */
const LIMITS = { silenceMs: 2_000, connectMs: 1_000 };
const STATEMENT_MS = 10_000;
/** After a failure the database serves the reads for this time. */
const PAUSE_MS = 1_000;
const MAX_DELAY_MS = 5_000;

const REPLICA_OUTAGE: OutageLog = {
  begin: (log, reason) =>
    log.error({ reason }, 'Read replica does not answer; the database serves its reads until it does'),
  end: (log) => log.info({}, 'Read replica answers again'),
};

interface Wanted {
  xids: readonly string[];
  /** bytes of WAL */
  wal: bigint;
}

/** A read replica of the database. It serves what is new enough, and nothing while it does not answer. */
export class Replica {
  readonly #log: Log;
  readonly #deps: ConnectionDeps;
  readonly #pool: pg.Pool;
  readonly #kysely: Kysely<DB>;
  /** the position of the start, after the migrations */
  readonly #start: Position;
  readonly #reads: Counter<'served'> | null;
  /** by connection, because connections can lead to several replicas */
  readonly #progress = new WeakMap<object, Progress>();
  readonly #latestWal: () => Promise<bigint>;
  #pauseUntil = 0;

  constructor(options: ReplicaOptions, { start, database }: { start: Position; database: Kysely<DB> }) {
    const { url, maxConnections, maxDelayMs = MAX_DELAY_MS, log, metrics } = options;
    this.#log = log;
    this.#deps = watchDatabase({ connectionString: url }, log, { limits: LIMITS, outageLog: REPLICA_OUTAGE });
    this.#pool = createPool(this.#deps, {
      name: 'reads',
      max: maxConnections,
      statementTimeoutMs: STATEMENT_MS,
    });
    this.#kysely = new Kysely<DB>({
      dialect: new VaultDialect({ pool: this.#pool }),
      plugins: [new CamelCasePlugin()],
    });
    this.#start = start;
    this.#latestWal = cachedFor(maxDelayMs, () => walOf(database));
    this.#reads = metrics === undefined ? null : countReads(metrics);
  }

  /** @throws DatabaseStartError when it answers and is no replica of the database */
  async inspect(): Promise<void> {
    const { cluster } = this.#start;
    try {
      const { isReplica } = await this.#kysely
        .connection()
        .execute((db) => progressOf(db, { cluster, xids: [] }));
      if (!isReplica) {
        throw new DatabaseStartError(
          'DATABASE_READ_URL does not name a replica of the database of DATABASE_URL.',
        );
      }
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn({ reason }, 'Read replica cannot be used; the database serves its reads until it can');
    }
  }

  /**
   * Reads from the replica, or from the database when the replica does not have the person's last change, is late, or
   * fails. A refusal of the replica can be out of date, so the database decides.
   * @param work only reads; it can run twice
   */
  async read<T>(database: ReadSource, reader: Reader, work: (source: ReadSource) => Promise<T>): Promise<T> {
    const found = reader.mustBeLatest || !this.#mayBeUsed() ? null : await this.#tryRead(reader, work);
    this.#reads?.inc({ served: found === null ? 'database' : 'replica' });
    return found === null ? work(database) : found.value;
  }

  /** @param withinMs as that of the database */
  async close(withinMs?: number): Promise<void> {
    await endPool({ kysely: this.#kysely, pool: this.#pool }, withinMs);
    this.#deps.liveness.close();
  }

  #mayBeUsed(): boolean {
    return this.#deps.liveness.isAvailable && performance.now() >= this.#pauseUntil;
  }

  /** A refusal of the work is no failure of the replica. */
  #noteFailure(error: unknown): void {
    if (databaseFailureOf(error) === null || !this.#deps.liveness.isAvailable) return;
    this.#pauseUntil = performance.now() + PAUSE_MS;
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn({ reason }, 'Read replica failed; the database serves its reads for a second');
  }

  /** @returns null when the database must serve the read */
  async #tryRead<T>(
    { lastChange }: Reader,
    work: (source: ReadSource) => Promise<T>,
  ): Promise<{ value: T } | null> {
    const xids = lastChange === null ? [this.#start.xid] : [this.#start.xid, lastChange];
    const wanted = { xids, wal: await this.#latestWal() };
    return this.#readHere(wanted, work).catch((error: unknown) => {
      this.#noteFailure(error);
      return null;
    });
  }

  /** One connection for the question and the work, because another one can lead to another replica. */
  #readHere<T>(wanted: Wanted, work: (source: ReadSource) => Promise<T>): Promise<{ value: T } | null> {
    return this.#kysely
      .connection()
      .execute(async (kysely) =>
        (await this.#has(kysely, wanted)) ? { value: await work({ kysely }) } : null,
      );
  }

  async #has(db: Kysely<DB>, { xids, wal }: Wanted): Promise<boolean> {
    const connection = await connectionOf(db);
    const known = this.#progress.get(connection);
    if (known !== undefined && known.replayed >= wal && xids.every((xid) => BigInt(xid) < known.endedBelow)) {
      return true;
    }
    const progress = await progressOf(db, { cluster: this.#start.cluster, xids });
    if (!progress.isReplica) return false;
    this.#progress.set(connection, progress);
    return progress.hasAll && progress.replayed >= wal;
  }
}

/** Kysely keeps one object for each connection of the pool. */
async function connectionOf(db: Kysely<DB>): Promise<object> {
  return db.getExecutor().provideConnection(async (connection) => connection);
}

/** The changes of a vault that was restored from a backup of another cluster can have transactions of the future. */
const FORGET_FUTURE_CHANGES = `
  update account set last_change_xid = null where last_change_xid >= pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Opens the replica of a database whose migrations are done. While the replica cannot be reached, the database serves
 * its reads.
 * @throws DatabaseStartError when it is no replica of the database
 */
export async function openReplica(database: Kysely<DB>, options: ReplicaOptions): Promise<Replica> {
  await queryRaw(database, FORGET_FUTURE_CHANGES, []);
  const start = await positionOf(database);
  const replica = new Replica(options, { start, database });
  try {
    await replica.inspect();
  } catch (error) {
    await replica.close();
    throw error;
  }
  noteChangesOf(database);
  return replica;
}

const countReads = (metrics: Registry) =>
  new Counter({
    name: 'vault_database_reads_total',
    help: 'Lists, trees, searches and pages of the audit, by what served them: the replica or the database',
    labelNames: ['served'],
    registers: [metrics],
  });

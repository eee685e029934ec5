import { Gauge, type Registry } from 'prom-client';
import { DependencyUnavailable } from '../unavailable.ts';
import { queryActivity, type ServerAnswer } from './query-activity.ts';
import type { DatabaseLimits } from './limits.ts';
import type { Log } from './log.ts';
import type { Target } from './target.ts';

/*
 * Client-side limits on every wait for PostgreSQL (SAFE-23; docs/decisions/outages.md).
 *
 * A connection is silent when a statement is outstanding and no byte is received for `silenceMs`. A query over another
 * connection then checks whether PostgreSQL works on that statement. If so, the wait continues: the server's own
 * statement_timeout ends it. If not, twice in a row, the connection is dead and closed. If the query gets no reply
 * either, and no other connection receives bytes, the database is unavailable: all connections are closed, calls fail
 * immediately, and the database is probed until it replies.
 *
 * Time is counted in ticks of this process. While the process itself does not run (a busy event loop, SIGSTOP) no
 * time is counted, since a received reply was not read yet.
 */

/** A connection, with the fields for the liveness check. */
export interface WatchedConnection {
  /** its application_name, which is unique */
  readonly name: string;
  /** false while it is being opened */
  readonly isOpen: boolean;
  /** the liveness clock in ms when a statement was sent, or the opening began; null when none is outstanding */
  readonly busySince: number | null;
  /** the number of bytes received so far */
  readonly bytesRead: number;
  /** Closes the socket; all outstanding statements fail with the error. */
  readonly destroy: (error: Error) => void;
}

/** The state of one connection between two ticks. */
interface Observation {
  bytesRead: number;
  /** the last time at which bytes were received, or PostgreSQL reported that it works on the statement */
  activeAt: number;
  /** consecutive replies that PostgreSQL does not work on the outstanding statement */
  idleAnswers: number;
}

export interface LivenessDeps {
  readonly target: Target;
  readonly log: Log;
  readonly limits: DatabaseLimits;
  readonly metrics?: Registry | undefined;
  /** writes the log lines of an outage; those of the database when left out */
  readonly outageLog?: OutageLog | undefined;
}

/** Writes the log lines at the begin and the end of an outage. */
export interface OutageLog {
  readonly begin: (log: Log, reason: string) => void;
  readonly end: (log: Log) => void;
}

const DATABASE_OUTAGE: OutageLog = {
  begin: (log, reason) =>
    log.error({ reason }, 'Database does not answer; calls are refused with 503 until it does'),
  end: (log) => log.info({}, 'Database answers again'),
};

const LONGEST_TICK_MS = 250;
/** The reply to the statement can be on its way while PostgreSQL reports the connection as idle. */
const IDLE_ANSWERS = 2;

/** Watches the connections to one database, and stores whether it is available. */
export class Liveness {
  readonly #deps: LivenessDeps;
  readonly #tickMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #gauge: Gauge | null;
  readonly #outageLog: OutageLog;
  readonly #watched = new Map<WatchedConnection, Observation>();
  readonly #timeLimits = new Set<{ at: number; expire: () => void }>();
  /** ms in which this process has run */
  #now = 0;
  #receivedAt = 0;
  #isClosed = false;
  #isChecking = false;
  #probes = 0;
  #probeAt = 0;
  /** not null while the database is unavailable; resolves when it replies again */
  #outage: PromiseWithResolvers<void> | null = null;

  constructor(deps: LivenessDeps) {
    this.#deps = deps;
    const { limits, metrics, outageLog = DATABASE_OUTAGE } = deps;
    this.#outageLog = outageLog;
    this.#tickMs = Math.min(LONGEST_TICK_MS, limits.silenceMs / 4, limits.probeEveryMs);
    this.#timer = setInterval(() => this.#tick(), this.#tickMs).unref();
    this.#gauge = metrics === undefined ? null : createGauge(metrics);
  }

  /** The clock of `busySince`, in ms. */
  get now(): number {
    return this.#now;
  }

  get isAvailable(): boolean {
    return this.#outage === null;
  }

  /** Resolves when the database is available: immediately, or at the end of the outage. */
  async available(): Promise<void> {
    await this.#outage?.promise;
  }

  /** @returns the error for calls while the database is unavailable */
  unavailable(): DependencyUnavailable {
    return new DependencyUnavailable('database', 'The database does not answer');
  }

  watch(connection: WatchedConnection): void {
    const { bytesRead } = connection;
    this.#watched.set(connection, { bytesRead, activeAt: this.#now, idleAnswers: 0 });
  }

  unwatch(connection: WatchedConnection): void {
    this.#watched.delete(connection);
  }

  /** Stops the checks. Open connections stay open. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const timeLimit of this.#timeLimits) timeLimit.expire();
  }

  #tick(): void {
    this.#now += this.#tickMs;
    for (const [connection, observation] of this.#watched) this.#observe(connection, observation);
    for (const timeLimit of this.#timeLimits) if (timeLimit.at <= this.#now) timeLimit.expire();
    if (this.#outage === null) this.#checkSilent();
    else if (this.#now >= this.#probeAt) this.#startProbe();
  }

  #observe({ bytesRead }: WatchedConnection, observation: Observation): void {
    if (bytesRead === observation.bytesRead) return;
    Object.assign(observation, { bytesRead, activeAt: this.#now, idleAnswers: 0 });
    this.#receivedAt = this.#now;
  }

  #checkSilent(): void {
    if (this.#isChecking) return;
    const silent = [...this.#watched.keys()].filter((connection) => this.#isSilent(connection));
    if (silent.length === 0) return;
    this.#isChecking = true;
    void this.#checkConnections(silent).finally(() => {
      this.#isChecking = false;
    });
  }

  #isSilent(connection: WatchedConnection): boolean {
    const { busySince } = connection;
    if (busySince === null) return false;
    const activeAt = this.#watched.get(connection)?.activeAt ?? 0;
    return this.#now - Math.max(busySince, activeAt) >= this.#deps.limits.silenceMs;
  }

  async #checkConnections(silent: readonly WatchedConnection[]): Promise<void> {
    const startedAt = this.#now;
    const names = silent.filter(({ isOpen }) => isOpen).map(({ name }) => name);
    const answer = await this.#queryServer(names);
    if (answer.kind === 'silent') {
      // A pooler with no free connection can leave only this query without a reply; the server replies on the others.
      const isAnotherAlive = this.#receivedAt > startedAt - this.#deps.limits.silenceMs / 2;
      if (!isAnotherAlive) this.#beginOutage(answer.reason);
      return;
    }
    for (const connection of silent) this.#update(connection, answer);
  }

  async #queryServer(names: readonly string[]): Promise<ServerAnswer> {
    const { target, limits } = this.#deps;
    const timeLimit = this.#startTimeLimit(limits.answerMs);
    try {
      return await queryActivity(target, names, timeLimit.expired);
    } finally {
      timeLimit.cancel();
    }
  }

  #update(connection: WatchedConnection, answer: Exclude<ServerAnswer, { kind: 'silent' }>): void {
    const observation = this.#watched.get(connection);
    // A reply that was received during the query is noticed at the next tick.
    const hasReceived = observation === undefined || connection.bytesRead !== observation.bytesRead;
    if (hasReceived || !connection.isOpen || !this.#isSilent(connection)) return;
    if (answer.kind === 'unknown' || answer.working.has(connection.name)) {
      Object.assign(observation, { activeAt: this.#now, idleAnswers: 0 });
      return;
    }
    observation.idleAnswers += 1;
    if (observation.idleAnswers < IDLE_ANSWERS) return;
    this.#deps.log.warn(
      { connection: connection.name },
      'Database connection is dead: no answer, and PostgreSQL does not work on its statement; closing it',
    );
    connection.destroy(new DependencyUnavailable('database', 'The connection to the database is dead'));
  }

  #beginOutage(reason: string): void {
    if (this.#outage !== null || this.#isClosed) return;
    this.#outage = Promise.withResolvers<void>();
    this.#probeAt = this.#now;
    this.#gauge?.set(0);
    this.#outageLog.begin(this.#deps.log, reason);
    for (const connection of this.#watched.keys()) connection.destroy(this.unavailable());
  }

  /** Several concurrent attempts: one that is lost in the network does not delay the end of the outage. */
  #startProbe(): void {
    const { limits } = this.#deps;
    this.#probeAt = this.#now + limits.probeEveryMs;
    if (this.#probes > limits.answerMs / limits.probeEveryMs) return;
    this.#probes += 1;
    void this.#queryServer([]).then((answer) => {
      this.#probes -= 1;
      if (answer.kind !== 'silent') this.#endOutage();
    });
  }

  #endOutage(): void {
    if (this.#outage === null) return;
    this.#outage.resolve();
    this.#outage = null;
    this.#gauge?.set(1);
    this.#outageLog.end(this.#deps.log);
  }

  #startTimeLimit(ms: number): { expired: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeLimit = { at: this.#now + ms, expire: resolve };
    this.#timeLimits.add(timeLimit);
    return { expired: promise, cancel: () => this.#timeLimits.delete(timeLimit) };
  }
}

function createGauge(metrics: Registry): Gauge {
  const gauge = new Gauge({
    name: 'vault_database_available',
    help: '1 while the database answers, 0 while calls are refused because it does not',
    registers: [metrics],
    // Of several server processes, the one that does not reach it counts.
    aggregator: 'min',
  });
  gauge.set(1);
  return gauge;
}

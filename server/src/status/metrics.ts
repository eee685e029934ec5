import { Gauge, type Registry } from 'prom-client';
import { readLastBackup } from '../backup/index.ts';
import { newestFinishedRound, newestRound } from '../blobs/index.ts';
import { mailCounts } from '../mail/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { countFailedJobs } from '../platform/failed-jobs/index.ts';
import { countWaitingJobs } from '../platform/jobs/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';

export interface StatusMetricsDeps {
  metrics: Registry;
  database: Database;
  blobs: Blobs;
  scanner: Scanner;
  clock: Clock;
  log: Log;
}

/** `/metrics` answers within this time, even during an outage. */
const READ_LIMIT_MS = 5_000;
/** Maximum number of rows that one count reads. */
const MOST = 10_000;

interface Counts {
  jobsFailed: number;
  mailsFailed: number;
  mailsUnconfirmed: number;
  mailsWaiting: number;
  waitedSeconds: number;
  jobsWaiting: number;
  jobWaitedSeconds: number;
  /** as the following ones a Unix time in seconds; 0 before the first event */
  lastBackup: number;
  scrubFinished: number;
  verifiedUntil: number;
  scrubStarted: number;
}

const GAUGES: readonly { name: string; help: string; count: keyof Counts }[] = [
  { name: 'vault_jobs_failed', help: 'Permanently failed jobs', count: 'jobsFailed' },
  {
    name: 'vault_mails_failed',
    help: 'Mails of the last 30 days that reached no recipient',
    count: 'mailsFailed',
  },
  {
    name: 'vault_mails_unconfirmed',
    help: 'Mails of the last 30 days that the mail server did not confirm',
    count: 'mailsUnconfirmed',
  },
  { name: 'vault_mails_waiting', help: 'Mails that wait to be sent', count: 'mailsWaiting' },
  {
    name: 'vault_mail_oldest_waiting_seconds',
    help: 'Age of the oldest mail that waits to be sent',
    count: 'waitedSeconds',
  },
  { name: 'vault_jobs_waiting', help: 'Jobs that wait for a worker', count: 'jobsWaiting' },
  {
    name: 'vault_job_oldest_waiting_seconds',
    help: 'Time that the oldest of these jobs has waited',
    count: 'jobWaitedSeconds',
  },
  {
    name: 'vault_last_backup_timestamp_seconds',
    help: 'Moment of the newest whole backup; 0 without one',
    count: 'lastBackup',
  },
  {
    name: 'vault_scrub_finished_timestamp_seconds',
    help: 'When the newest whole round of the scrub ended; 0 without one',
    count: 'scrubFinished',
  },
  {
    name: 'vault_verified_until_timestamp_seconds',
    help: 'All contents stored before this moment were read since: they are right, or counted in vault_damaged_blobs; 0 before the first whole round',
    count: 'verifiedUntil',
  },
  {
    name: 'vault_scrub_started_timestamp_seconds',
    help: 'When the newest round of the scrub began; 0 before the first one',
    count: 'scrubStarted',
  },
];

/**
 * SAFE-29: gauges of what needs an administrator, read at each scrape. An unreadable value is NaN; an unavailable
 * scanner is 0.
 */
export function registerStatusMetrics(deps: StatusMetricsDeps): void {
  const { metrics, scanner, blobs, log } = deps;
  const read = together(() => readCounts(deps), log);
  for (const { name, help, count } of GAUGES) {
    gauge({ name, help, registers: [metrics] }, async () => (await read())?.[count] ?? Number.NaN);
  }
  const check = together(() => scanner.check().then(() => true), log);
  gauge(
    {
      name: 'vault_scanner_available',
      help: 'Whether the virus scanner answers',
      registers: [metrics],
      aggregator: 'min',
    },
    async () => ((await check()) === true ? 1 : 0),
  );
  const space = together(() => blobs.space(), log);
  gauge(
    { name: 'vault_storage_free_bytes', help: 'Free space of the blob store', registers: [metrics] },
    async () => (await space())?.freeBytes ?? Number.NaN,
  );
  gauge(
    { name: 'vault_storage_size_bytes', help: 'Size of the disk of the blob store', registers: [metrics] },
    async () => (await space())?.totalBytes ?? Number.NaN,
  );
}

function gauge(
  options: { name: string; help: string; registers: Registry[]; aggregator?: 'min' },
  read: () => Promise<number>,
): void {
  const made = new Gauge({
    // Several server processes read the same value.
    aggregator: 'first',
    ...options,
    collect: async () => {
      made.set(await read());
    },
  });
}

async function readCounts({ database: { kysely }, clock }: StatusMetricsDeps): Promise<Counts> {
  const [jobsFailed, mails, jobs, backup, finished, newest] = await Promise.all([
    countFailedJobs(kysely, MOST),
    mailCounts(kysely),
    countWaitingJobs(kysely, MOST),
    readLastBackup(kysely),
    newestFinishedRound(kysely),
    newestRound(kysely),
  ]);
  const now = clock.now().getTime();
  const secondsSince = (time: Date | null) => (time === null ? 0 : Math.max(0, now - time.getTime()) / 1000);
  const unixTime = (time: Date | null | undefined) => (time?.getTime() ?? 0) / 1000;
  return {
    jobsFailed,
    mailsFailed: mails.failed,
    mailsUnconfirmed: mails.unconfirmed,
    mailsWaiting: mails.waiting,
    waitedSeconds: secondsSince(mails.oldestWaitingAt),
    jobsWaiting: jobs.count,
    jobWaitedSeconds: secondsSince(jobs.oldestAt),
    lastBackup: unixTime(backup),
    scrubFinished: unixTime(finished?.finishedAt),
    verifiedUntil: unixTime(finished?.startedAt),
    scrubStarted: unixTime(newest?.startedAt),
  };
}

/**
 * Shares one read among all concurrent callers: the gauges of a scrape, and the scrapes during an outage.
 * @returns null when the read fails or takes too long
 */
function together<T>(read: () => Promise<T>, log: Log): () => Promise<T | null> {
  let running: Promise<T | null> | null = null;
  return async () => {
    running ??= read()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'Status metrics not read; /metrics answers without them');
        return null;
      })
      .finally(() => {
        running = null;
      });
    return within(running, READ_LIMIT_MS);
  };
}

async function within<T>(value: Promise<T | null>, limitMs: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, limitMs, null);
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

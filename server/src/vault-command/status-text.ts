import { formatBytes } from '@vault/contract';
import type { Status } from '../status/index.ts';
import { tableOf } from '../user-command/index.ts';
import type { StatusReport } from './status-report.ts';

/** Formats the report for a terminal. */
export function statusText({ places: locations, problems, storage, status }: StatusReport): string {
  const line = (part: string, location: string, problem: string | null, good = 'answers') =>
    `${part.padEnd(10)}${location}: ${problem ?? good}`;
  const parts = [
    `${'data'.padEnd(10)}${locations.dataDir}`,
    line('database', locations.database, problems.database),
    line('scanner', locations.scanner, problems.scanner),
    line(
      'storage',
      spaceText(storage),
      problems.storage,
      storage === null ? 'no bytes in DATA_DIR' : 'uploads are accepted',
    ),
  ];
  return [
    parts.join('\n'),
    ...(status === null ? [] : [jobsText(status), mailsText(status), bytesText(status)]),
  ].join('\n\n');
}

const spaceText = (storage: StatusReport['storage']): string =>
  storage === null
    ? 'free space unknown'
    : `${formatBytes(storage.freeBytes)} of ${formatBytes(storage.totalBytes)} are free`;

function jobsText({ failedJobs }: Status): string {
  if (failedJobs.length === 0) return 'No failed jobs.';
  const rows = failedJobs.map(({ id, name, failedAt, attempts, reason }) => [
    String(id),
    name,
    timeText(failedAt),
    String(attempts),
    firstLine(reason),
  ]);
  const table = tableOf(['id', 'failed job', 'since', 'attempts', 'reason'], rows);
  return `${table}\nRetry or delete them: npm run vault -- jobs retry|drop <id> … | --all`;
}

function mailsText({ mails, mailCounts }: Status): string {
  const { waiting, unconfirmed, failed, oldestWaitingAt } = mailCounts;
  const since = oldestWaitingAt === null ? '' : `, the oldest since ${timeText(oldestWaitingAt)}`;
  const counts = `Mails: ${failed} failed, ${unconfirmed} unconfirmed, ${waiting} waiting${since}.`;
  if (mails.length === 0) return counts;
  const rows = mails.map((mail) => [
    mail.id,
    mail.isUnconfirmed && mail.state === 'waiting' ? 'waiting, unconfirmed' : mail.state,
    timeText(mail.createdAt),
    String(mail.attempts),
    `${mail.recipients} at ${mail.domains.join(', ')}`,
    firstLine(mail.reason ?? ''),
  ]);
  return `${counts}\n${tableOf(['mail', 'state', 'since', 'attempts', 'recipients', 'reason'], rows)}`;
}

/** SAFE-02: the marked contents, and how far the scrub is. */
function bytesText({ damagedBlobs, scrub }: Status): string {
  const marked =
    damagedBlobs === 0
      ? 'No stored file is known to be damaged.'
      : `${damagedBlobs} stored contents are damaged: npm run vault -- scrub --marked lists their files.`;
  if (scrub === null) return `${marked} The stored files were not read again yet.`;
  const { startedAt, finishedAt, checkedBlobs, totalBlobs } = scrub;
  const read =
    finishedAt === null
      ? `${checkedBlobs} of ${totalBlobs} contents were read again since ${timeText(startedAt)}.`
      : `All ${checkedBlobs} contents were read again until ${timeText(finishedAt)}.`;
  return `${marked} ${read}`;
}

const LONGEST_REASON = 120;

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, LONGEST_REASON);

/** '2026-11-20 10:12 UTC' */
const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

import { formatBytes } from '@vault/contract';
import {
  type BackupReport,
  createBackup,
  pruneBackup,
  type PruneReport,
  restoreBackup,
  type RestoreReport,
  verifyBackup,
  type VerifyReport,
} from '../backup/index.ts';
import type { BackupPlace } from '../platform/backup-place/index.ts';
import { systemClock } from '../platform/clock.ts';
import { UsageError } from '../user-command/index.ts';
import { BRING_BACK_OPTIONS, readBringBack } from './bring-back.ts';
import { check } from './check.ts';
import { mustHaveNoOperands } from './operands.ts';
import { textOf, wholeNumberOf } from './option-values.ts';
import {
  type Line,
  type Outcome,
  type Subcommand,
  type VaultCommandDeps,
  withDatabase,
} from './subcommand.ts';

/** More days than any firm keeps its backups. */
const MAX_KEEP_DAYS = 99_999;
const WITH_KEY = { 'with-key': { type: 'boolean' } } as const;
const SNAPSHOT = { snapshot: { type: 'string' }, json: { type: 'boolean' } } as const;

/** SAFE-04: backs the running vault up. */
const create: Subcommand = {
  name: 'backup',
  usage: '<folder or s3://bucket/name> [--with-key] [--json]',
  summary:
    'backs the running vault up into a folder or a bucket: all rows of one moment, and the files that it lacks; --with-key: asks for a ' +
    'password, and adds the key of the vault, encrypted by it',
  options: { json: { type: 'boolean' }, ...WITH_KEY },
  read: (line) => {
    const target = targetOf(line);
    return async (deps) => {
      const report = await withDatabase(deps, async (database) => {
        const blobs = await deps.openBlobs(database);
        const lockedKey = hasKey(line) ? await deps.lockKey(database) : null;
        return withPlace(deps, target, (place, options) =>
          createBackup({ database, blobs, clock: systemClock }, place, { lockedKey, ...options }),
        );
      });
      return outcome(line, report, {
        text: backupText(report, target, hasKey(line)),
        isRight: report.damagedKeys.length === 0,
      });
    };
  },
};

/** SAFE-04: proves a backup. */
const verify: Subcommand = {
  name: 'backup verify',
  usage: '<folder or s3://bucket/name> [--snapshot <name>] [--json]',
  summary:
    'reads the newest snapshot of a backup, or another one, and proves that nothing is missing or altered',
  options: SNAPSHOT,
  read: (line) => {
    const target = targetOf(line);
    return async (deps) => {
      const report = await withPlace(deps, target, (place, options) =>
        verifyBackup(place, { snapshot: textOf(line, 'snapshot'), readsContents: true, ...options }),
      );
      return outcome(line, report, { text: verifyText(report), isRight: report.problemCount === 0 });
    };
  },
};

/** SAFE-04: removes old snapshots. */
const prune: Subcommand = {
  name: 'backup prune',
  usage: '<folder or s3://bucket/name> --keep-days <days> [--json]',
  summary:
    'removes the snapshots of a backup that are older than some days, but never the newest, and the contents that no other snapshot has',
  options: { 'keep-days': { type: 'string' }, json: { type: 'boolean' } },
  read: (line) => {
    const target = targetOf(line);
    const keepDays = keepDaysOf(line);
    return async (deps) => {
      const report = await withDatabase(deps, (database) =>
        withPlace(deps, target, (place, options) =>
          pruneBackup({ database, clock: systemClock }, place, { keepDays, ...options }),
        ),
      );
      return outcome(line, report, { text: pruneText(report), isRight: true });
    };
  },
};

/**
 * SAFE-04: restores a backup into an empty place, and checks the vault. SAFE-05: with --at it brings a folder of the
 * running vault back, without a backup.
 */
const restore: Subcommand = {
  name: 'restore',
  usage:
    '<folder or s3://bucket/name> [--snapshot <name>] [--with-key]  or  --at <time> --record <id> [--folder <path>] [--in-place] [--yes] [--json]',
  summary:
    'restores a snapshot of a backup into an empty DATA_DIR and database, and checks it; with --at: shows what would bring a record ' +
    'or folder of this vault back as it was, beside the present one or in its place; --yes: does it',
  options: { snapshot: { type: 'string' }, ...WITH_KEY, ...BRING_BACK_OPTIONS },
  read: (line) => {
    if (line.options['at'] !== undefined || line.options['record'] !== undefined) return readBringBack(line);
    const target = targetOf(line);
    return async (deps) => {
      const report = await withPlace(deps, target, (place, options) =>
        restoreBackup(place, deps.restoreTarget, {
          snapshot: textOf(line, 'snapshot'),
          unlockKey: hasKey(line) ? deps.unlockKey : null,
          ...options,
        }),
      );
      const checked = await check.read({ options: {}, operands: [] })(deps);
      return { text: [restoreText(report), checked.text].join('\n'), exitCode: checked.exitCode };
    };
  },
};

function targetOf({ operands }: Line): string {
  const [target, ...others] = operands;
  if (target === undefined) throw new UsageError('Missing the folder or the bucket of the backup.');
  mustHaveNoOperands({ operands: others });
  return target;
}

const hasKey = ({ options }: Line): boolean => options['with-key'] === true;

function keepDaysOf(line: Line): number {
  const days = wholeNumberOf(line, 'keep-days', MAX_KEEP_DAYS);
  if (days === null) throw new UsageError('Missing --keep-days.');
  return days;
}

/** Runs `work` with the place of a backup, shows its progress, and closes the place. */
async function withPlace<T>(
  { output, backupPlace }: VaultCommandDeps,
  target: string,
  work: (
    place: BackupPlace,
    options: { signal: AbortSignal; onProgress: (what: string, done: number) => void },
  ) => Promise<T>,
): Promise<T> {
  const place = await backupPlace(target);
  try {
    return await work(place, {
      signal: output.untilInterrupted(),
      onProgress: (what, done) => output.showProgress(what, done),
    });
  } finally {
    output.endProgress();
    await place.close();
  }
}

function outcome(line: Line, report: object, { text, isRight }: { text: string; isRight: boolean }): Outcome {
  return {
    text: line.options['json'] === true ? JSON.stringify(report, null, 2) : text,
    exitCode: isRight ? 0 : 1,
  };
}

function backupText(
  { snapshot, tables, count, bytes, newCount, newBytes, damagedKeys }: BackupReport,
  target: string,
  hasLockedKey: boolean,
) {
  const lines = damagedKeys.map(
    (key) => `The content ${key} is damaged in the vault, and no earlier backup there has it.`,
  );
  return [
    ...lines,
    `Snapshot ${snapshot} in ${target}: ${tables} tables, ${count} contents (${formatBytes(bytes)}), ` +
      `${newCount} of them new (${formatBytes(newBytes)}).`,
    hasLockedKey
      ? 'The key of the vault is part of it, encrypted by the password. It cannot be read without the password.'
      : 'The key of the vault is not part of it: keep a copy of the key in another place (docs/operating.md, The key).',
  ].join('\n');
}

function verifyText({
  snapshot,
  takenAt,
  contents,
  problems,
  problemCount,
  damagedInVault,
}: VerifyReport): string {
  const more = problemCount > problems.length ? [`and ${problemCount - problems.length} more`] : [];
  const damaged =
    damagedInVault === 0
      ? []
      : [`${damagedInVault} contents were damaged in the vault already, and are not part of it.`];
  const scope = `Snapshot ${snapshot} of ${takenAt}: ${contents} contents`;
  const end = problemCount === 0 ? `${scope} and all rows are right.` : `${scope}, ${problemCount} problems.`;
  return [...problems, ...more, ...damaged, end].join('\n');
}

function pruneText({ removed, kept, contents, bytes }: PruneReport): string {
  const [oldest = 'none'] = kept;
  return (
    `Removed: ${counted(removed.length, 'snapshot')}, and ${counted(contents, 'content')} that no other snapshot has ` +
    `(${formatBytes(bytes)}). Kept: ${counted(kept.length, 'snapshot')}, the oldest ${oldest}.`
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function restoreText({ snapshot, takenAt, contents, damaged }: RestoreReport): string {
  const lost = damaged === 0 ? '' : ` ${damaged} contents were damaged when it was made, and are missing.`;
  return `Snapshot ${snapshot} of ${takenAt} was restored: ${contents} contents.${lost} All people sign in again.`;
}

export const BACKUP_SUBCOMMANDS: readonly Subcommand[] = [verify, prune, create, restore];

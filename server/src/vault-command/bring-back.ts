import { type BringBackActor, type BringBackPlan, carryOutPlan, planBringBack } from '../bring-back/index.ts';
import { VaultError } from '../http/index.ts';
import { systemClock } from '../platform/clock.ts';
import { UsageError } from '../user-command/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import { textOf } from './option-values.ts';
import { type Line, type Outcome, type Run, withDatabase } from './subcommand.ts';

/** The options of `restore` that bring a folder back. */
export const BRING_BACK_OPTIONS = {
  at: { type: 'string' },
  record: { type: 'string' },
  folder: { type: 'string' },
  'in-place': { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Lists have at most this many lines for each kind of change. */
const MAX_LISTED = 20;
/** The trash names who deleted an item; a command has no account. */
const ACTOR: BringBackActor = { id: 'commandLine0000000', name: 'Command line', accountId: null };

/** SAFE-05: brings a record or a folder back as it was at a moment. @throws UsageError for invalid options */
export function readBringBack(line: Line): Run {
  mustHaveNoOperands(line);
  const wanted = {
    recordId: mustHaveText(line, 'record'),
    path: textOf(line, 'folder') ?? '',
    at: momentOf(mustHaveText(line, 'at')),
    mode: line.options['in-place'] === true ? 'in-place' : 'beside',
  } as const;
  const isConfirmed = line.options['yes'] === true;
  return ({ openDatabase, keepSettings }) =>
    withDatabase({ openDatabase }, async (database) => {
      // RECORD_MAX_BYTES (GUARD-24) does not apply to the operator.
      const settings = { ...keepSettings, recordMaxBytes: 0 };
      const deps = { database, clock: systemClock, settings };
      try {
        const plan = await planBringBack(deps, wanted);
        if (isConfirmed) await carryOutPlan(deps, ACTOR, plan);
        return outcome(line, plan, isConfirmed);
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        const text =
          error.errorCode === 'NOT_FOUND'
            ? 'There was no such record or folder at that moment.'
            : error.message;
        return { text, exitCode: 1 };
      }
    });
}

function outcome(line: Line, plan: BringBackPlan, isDone: boolean): Outcome {
  const exitCode = plan.lost.length > 0 ? 1 : 0;
  if (line.options['json'] === true) return { text: JSON.stringify({ isDone, ...plan }, null, 2), exitCode };
  const lines = isDone
    ? [...planLines(plan), ...undoLines(plan)]
    : [...planLines(plan), 'Nothing was changed. To do it, repeat the command with --yes.'];
  return { text: lines.join('\n'), exitCode };
}

function planLines(plan: BringBackPlan): string[] {
  const { target, at, folders, restored, moved, files, unchanged, extra, lost } = plan;
  const made = files.filter(({ isNew }) => isNew).map(({ path }) => path);
  const renewed = files.filter(({ isNew }) => !isNew).map(({ path }) => path);
  return [
    `${target === '' ? 'The record' : printable(target)} as of ${at.toISOString()}:`,
    ...listed(
      'items that are restored from the trash',
      restored.map(({ path }) => path),
    ),
    ...listed('folders to make', folders),
    ...listed(
      'items that go back to their former name and folder',
      moved.map(({ from, path }) => `${from} → ${path}`),
    ),
    ...listed('files to make', made),
    ...listed('files that get a new version', renewed),
    ...listed(
      'items that go to the trash',
      extra.map(({ path }) => path),
    ),
    ...listed('files that cannot be brought back, because their bytes are no longer kept', lost),
    `  files that are as they were: ${unchanged}`,
  ];
}

function listed(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > MAX_LISTED ? [`    … and ${paths.length - MAX_LISTED} more`] : [];
  const lines = paths
    .slice(0, MAX_LISTED)
    .map((path) => `    ${path === '' ? 'the folder itself' : printable(path)}`);
  return [`  ${what}: ${paths.length}`, ...lines, ...more];
}

/** A name can contain control characters of terminals. */
const printable = (path: string) => path.replaceAll(/\p{Cc}/gu, ' ');

/** A name can contain what a shell would run. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;

function undoLines({ recordId, target, undoAt }: BringBackPlan): string[] {
  if (undoAt === null) return [`Done. To undo it, move ${printable(target)} to the trash.`];
  const folder = target === '' ? '' : ` --folder ${quoted(target)}`;
  return [
    `Done. To undo it: npm run vault -- restore --at ${undoAt.toISOString()} --record ${recordId}${folder} --in-place --yes`,
  ];
}

function momentOf(text: string): Date {
  const at = new Date(text);
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  if (!hasZone || Number.isNaN(at.getTime())) {
    throw new UsageError(
      '--at must be a time with its zone, such as 2026-11-26T13:05:00Z or 2026-11-26T14:05:00+01:00.',
    );
  }
  return at;
}

function mustHaveText(line: Line, name: string): string {
  const text = textOf(line, name);
  if (text === null) throw new UsageError(`Missing --${name}.`);
  return text;
}

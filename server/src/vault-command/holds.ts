import { type Hold, MAX_HOLD_REASON, MAX_KEEP_YEARS, MAX_PAGE_SIZE } from '@vault/contract';
import { listHolds, liftHold, setHold } from '../holds/index.ts';
import { VaultError } from '../http/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { UsageError } from '../user-command/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import { textOf, wholeNumberOf } from './option-values.ts';
import { type Outcome, type Subcommand, withDatabase } from './subcommand.ts';

const list: Subcommand = {
  name: 'holds list',
  usage: '',
  summary: 'lists the legal holds and retention rules in force, with their ids',
  options: {},
  read: (line) => {
    mustHaveNoOperands(line);
    return (deps) =>
      withDatabase(deps, async (database) => {
        const found = await everyHold(database);
        const text = found.length === 0 ? 'No hold is in force.' : found.map(holdLine).join('\n');
        return { text, exitCode: 0 };
      });
  },
};

const set: Subcommand = {
  name: 'holds set',
  usage: '--record <id> [--folder <path>] [--keep-years <years>] --reason <text>',
  summary:
    'forbids that anything in a record or folder is deleted permanently, until lifted or for some years (SAFE-12)',
  options: {
    record: { type: 'string' },
    folder: { type: 'string' },
    'keep-years': { type: 'string' },
    reason: { type: 'string' },
  },
  read: (line) => {
    mustHaveNoOperands(line);
    const recordId = textOf(line, 'record');
    const reason = textOf(line, 'reason')?.trim() ?? '';
    if (recordId === null) throw new UsageError('Missing --record.');
    if (reason === '' || reason.length > MAX_HOLD_REASON) {
      throw new UsageError(`--reason must be a text of 1 to ${MAX_HOLD_REASON} characters.`);
    }
    const wanted = {
      recordId,
      path: textOf(line, 'folder') ?? '',
      keepYears: wholeNumberOf(line, 'keep-years', MAX_KEEP_YEARS),
      reason,
    };
    return (deps) =>
      withDatabase(deps, (database) =>
        asOutcome('There is no such record or folder.', async () => {
          const id = await setHold({ database, clock: systemClock }, 'Command line', wanted);
          return `The hold ${id} is set.`;
        }),
      );
  },
};

const lift: Subcommand = {
  name: 'holds lift',
  usage: '<id>',
  summary: 'lifts a legal hold or a retention rule',
  options: {},
  read: ({ operands: [id, ...others] }) => {
    if (id === undefined) throw new UsageError('Missing the id of the hold; holds list shows it.');
    mustHaveNoOperands({ operands: others });
    return (deps) =>
      withDatabase(deps, (database) =>
        asOutcome(`No hold ${id} is in force.`, async () => {
          await liftHold({ database, clock: systemClock }, id);
          return `The hold ${id} is lifted.`;
        }),
      );
  },
};

/** SAFE-12: `npm run vault -- holds …`. */
export const HOLD_SUBCOMMANDS: readonly Subcommand[] = [list, set, lift];

async function everyHold(database: Database): Promise<Hold[]> {
  const found: Hold[] = [];
  for (let page = 0; ; page += 1) {
    const { content } = await listHolds({ database }, { page, size: MAX_PAGE_SIZE });
    found.push(...content);
    if (content.length < MAX_PAGE_SIZE) return found;
  }
}

function holdLine({ id, record, path, keepYears, reason, setAt, setBy }: Hold): string {
  const rule = keepYears === null ? 'legal hold' : `keep ${keepYears} years`;
  return `${id}  ${rule}  ${record.sfid} ${record.name}  ${folderOf(path)}  ${reason}  ${setBy}, ${setAt}`;
}

function folderOf(path: string | null): string {
  if (path === null) return '(folder deleted, or in the trash)';
  return path === '' ? '(whole record)' : path;
}

/** @param missing the sentence for what does not exist */
async function asOutcome(missing: string, work: () => Promise<string>): Promise<Outcome> {
  try {
    return { text: await work(), exitCode: 0 };
  } catch (error) {
    if (error instanceof VaultError && error.errorCode === 'NOT_FOUND') return { text: missing, exitCode: 1 };
    throw error;
  }
}

import type { LinksChoice, VaultChoice } from '@vault/contract';
import { VaultError } from '../http/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { belongingsOf, COMMAND_LINE, disablePerson, enablePerson, removePerson } from '../people/index.ts';
import { AccountsError, oneAccount } from '../session/index.ts';
import { perform, UsageError, userCommand, type UserVerb } from '../user-command/index.ts';
import { textOf } from './option-values.ts';
import { type Line, type Outcome, type Run, type Subcommand, withDatabase } from './subcommand.ts';

const RIGHTS = { record: { type: 'string', multiple: true } } as const;
const NEW_RIGHTS = { ...RIGHTS, 'new-record': { type: 'string', multiple: true } } as const;
const LINKS = { 'end-links': { type: 'boolean' }, 'give-links': { type: 'string' } } as const;

/** A verb of `npm run user`, which stays the short form. */
const userVerb = (
  verb: UserVerb,
  { usage, summary, options = {} }: Pick<Subcommand, 'usage' | 'summary'> & Partial<Subcommand>,
): Subcommand => ({
  name: `people ${verb}`,
  usage,
  summary,
  options,
  read: ({ options: values, operands }) => {
    const command = userCommand(verb, operands, values);
    return (deps) =>
      withDatabase(deps, async (database) => {
        const location = deps.locations.database;
        const text = await perform({ database, clock: systemClock, location }, command, deps.askPassword);
        return { text, exitCode: 0 };
      });
  },
});

/** GUARD-31: `npm run vault -- people …`: the people of the vault. */
export const PEOPLE_SUBCOMMANDS: readonly Subcommand[] = [
  userVerb('list', { usage: '', summary: 'lists all people with their permissions and records' }),
  userVerb('add', {
    usage: '<e-mail> --name <name> [<permission> …] [--record <id>] [--new-record <name>]',
    summary: 'adds a person; the password is prompted for, or read from standard input',
    options: { ...NEW_RIGHTS, name: { type: 'string' } },
  }),
  userVerb('password', { usage: '<account>', summary: 'sets another password and ends the sessions' }),
  userVerb('grant', {
    usage: '<account> [<permission> …] [--record <id>] [--new-record <name>]',
    summary: 'adds permissions and records',
    options: NEW_RIGHTS,
  }),
  userVerb('revoke', {
    usage: '<account> [<permission> …] [--record <id>]',
    summary: 'takes permissions and records',
    options: RIGHTS,
  }),
  {
    name: 'people disable',
    usage: '<account> [--end-links | --give-links <account>]',
    summary: 'ends the sessions and refuses the sign-in; links stop, or are given to a colleague',
    options: LINKS,
    read: (line) =>
      change(accountOf(line), line, async (database, { id, links }) => {
        await disablePerson({ database, clock: systemClock }, COMMAND_LINE, { personId: id, links });
        return 'is disabled, and the sessions have ended.';
      }),
  },
  {
    name: 'people enable',
    usage: '<account>',
    summary: 'lets a disabled person sign in again',
    options: {},
    read: (line) => {
      const who = accountOf(line);
      return (deps) =>
        withDatabase(deps, async (database) => {
          const { id } = await oneAccount({ database }, who);
          await enablePerson({ database, clock: systemClock }, COMMAND_LINE, id);
          return { text: `${who} can sign in again.`, exitCode: 0 };
        });
    },
  },
  {
    name: 'people remove',
    usage: '<account> [--end-links | --give-links <account>] [--give-vault <account> --vault-name <name>]',
    summary: 'removes a person for good; links are deleted or given, the personal vault is kept or given',
    options: { ...LINKS, 'give-vault': { type: 'string' }, 'vault-name': { type: 'string' } },
    read: (line) => {
      const who = accountOf(line);
      const given = textOf(line, 'give-vault');
      const name = textOf(line, 'vault-name');
      if ((given === null) !== (name === null)) {
        throw new UsageError('--give-vault and --vault-name need each other.');
      }
      return change(who, line, async (database, { id, links }) => {
        const vault: VaultChoice =
          given === null || name === null
            ? { action: 'keep' }
            : { action: 'give', to: (await oneAccount({ database }, given)).id, name };
        await removePerson({ database, clock: systemClock }, COMMAND_LINE, { personId: id, links, vault });
        return 'is removed. The name stays in history.';
      });
    },
  },
];

function accountOf({ operands }: Line): string {
  const [who, ...more] = operands;
  if (who === undefined) throw new UsageError('Missing account: an e-mail address or an id.');
  if (more.length > 0) throw new UsageError('Too many arguments.');
  return who;
}

/** Runs a change of a person that decides about the links: without a decision a person with links is not changed. */
function change(
  who: string,
  line: Line,
  work: (database: Database, person: { id: string; links: LinksChoice }) => Promise<string>,
): Run {
  const heir = textOf(line, 'give-links');
  const ends = line.options['end-links'] === true;
  if (ends && heir !== null) throw new UsageError('--end-links and --give-links exclude each other.');
  return (deps) =>
    withDatabase(deps, async (database): Promise<Outcome> => {
      const { id } = await oneAccount({ database }, who);
      const { links: open } = await belongingsOf(database, id, null);
      if (open > 0 && !ends && heir === null) {
        throw new AccountsError(
          `${who} has ${open} open link${open === 1 ? '' : 's'}: write --end-links, or --give-links <account>.`,
        );
      }
      const links: LinksChoice =
        heir === null ? { action: 'end' } : { action: 'give', to: (await oneAccount({ database }, heir)).id };
      return { text: `${who} ${await asSentence(() => work(database, { id, links }))}`, exitCode: 0 };
    });
}

/** A refusal of a call is a sentence for the administrator at the command line, too. */
async function asSentence(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VaultError) throw new AccountsError(error.message, { cause: error });
    throw error;
  }
}

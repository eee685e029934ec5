import { parseArgs } from 'node:util';
import { type Ability, idSchema, isEmailAddress, MAX_TEXT } from '@vault/contract';
import { FILE_AREA_WORDS, PERMISSION_WORDS, permissionWord, type Rights } from '../session/index.ts';
import { UsageError } from './usage.ts';

/** A parsed command line. */
export type Command =
  | { verb: 'help' | 'list' }
  | { verb: 'add'; email: string; name: string; rights: Rights }
  | { verb: 'password'; who: string }
  | { verb: 'grant' | 'revoke'; who: string; rights: Rights };

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  record: { type: 'string', multiple: true },
  'new-record': { type: 'string', multiple: true },
} as const;

/** A verb that needs the vault. */
export type UserVerb = Exclude<Command['verb'], 'help'>;

/** The valid options of each verb. */
const OPTIONS_OF_VERBS: Record<UserVerb, readonly (keyof typeof OPTIONS)[]> = {
  list: [],
  add: ['name', 'record', 'new-record'],
  password: [],
  grant: ['record', 'new-record'],
  revoke: ['record'],
};

const isVerb = (text: string): text is UserVerb => Object.hasOwn(OPTIONS_OF_VERBS, text);

/**
 * Parses a command line.
 * @param args without program and script
 * @throws UsageError with the problem and a pointer to --help
 */
export function readCommand(args: readonly string[]): Command {
  try {
    return commandOf(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\nTry: npm run user -- --help`, { cause: error });
  }
}

function commandOf(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [verb, ...operands] = positionals;
  if (values.help === true || verb === 'help') return { verb: 'help' };
  if (verb === undefined) throw new UsageError('Missing command: add, password, grant, revoke or list.');
  if (!isVerb(verb)) throw new UsageError(`Unknown command ${verb}.`);
  for (const option of Object.keys(values) as (keyof typeof OPTIONS)[]) {
    if (!OPTIONS_OF_VERBS[verb].includes(option)) throw new UsageError(`${verb} has no option --${option}.`);
  }
  return userCommand(verb, operands, values);
}

/** The values of the options of a command line. */
export interface UserOptions {
  name?: string | undefined;
  record?: string[] | undefined;
  'new-record'?: string[] | undefined;
}

/**
 * Reads the operands and options of a verb.
 * @throws UsageError
 */
export function userCommand(verb: UserVerb, operands: readonly string[], values: UserOptions): Command {
  const [who, ...words] = operands;
  if (verb === 'list') return noMore(operands, 0, { verb });
  if (who === undefined) throw new UsageError('Missing account: an e-mail address or an id.');
  if (verb === 'password') return noMore(operands, 1, { verb, who });
  const rights = {
    words: abilitiesIn(words),
    records: (values.record ?? []).map(recordId),
    newRecords: (values['new-record'] ?? []).map((name) => lineOf(name, '--new-record')),
  };
  if (verb === 'add') {
    if (!isEmailAddress(who)) throw new UsageError(`${who} is not an e-mail address.`);
    return { verb, email: who, name: lineOf(values.name ?? '', '--name'), rights };
  }
  if (Object.values(rights).every((list) => list.length === 0)) {
    throw new UsageError('Missing permission or record.');
  }
  return { verb, who, rights };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function noMore<T>(positionals: readonly string[], most: number, command: T): T {
  const [extra] = positionals.slice(most);
  // The message does not repeat the argument, because it can be a password.
  if (extra !== undefined) throw new UsageError('Too many arguments.');
  return command;
}

function abilitiesIn(words: readonly string[]): Ability[] {
  return words.flatMap((word) => {
    if (word.toLowerCase() === 'all') return [...FILE_AREA_WORDS];
    const ability = permissionWord(word);
    if (ability !== null) return [ability];
    throw new UsageError(
      `Unknown permission ${word}. The permissions are ${PERMISSION_WORDS.join(', ')} and all.`,
    );
  });
}

function recordId(text: string): string {
  if (idSchema.safeParse(text).success) return text;
  throw new UsageError(`${text} is not the id of a record: ids have 18 letters or digits.`);
}

function lineOf(text: string, option: string): string {
  const line = text.trim();
  if (line !== '' && line.length <= MAX_TEXT && !/\p{Cc}/u.test(line)) return line;
  throw new UsageError(`${option} must be set to one line of 1 to ${MAX_TEXT} characters.`);
}

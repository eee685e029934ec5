import { isEmailAddress, idSchema } from '@vault/contract';
import {
  type Json,
  redactPerson,
  type RedactedPerson,
  type TailEntry,
  tailAudit,
  verifyAudit,
} from '../audit/index.ts';
import type { Database } from '../platform/database/index.ts';
import { everyAccount } from '../session/index.ts';
import { UsageError } from '../user-command/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import { textOf } from './option-values.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

/** AUDIT-03: proves chain and seals. */
const verify: Subcommand = {
  name: 'audit verify',
  usage: '[--seals <file>]',
  summary: 'checks every entry of the audit, its chains and seals; --seals: also a copy of AUDIT_SEAL_FILE',
  options: { seals: { type: 'string' } },
  read: (line) => {
    mustHaveNoOperands(line);
    const sealFile = textOf(line, 'seals')?.trim() ?? null;
    return async (deps) => {
      const { entries, seals, problem } = await withDatabase(deps, (database) => {
        const publicKey = async () => (await deps.openSealKey(database)).publicKey.toString('hex');
        return verifyAudit({ database, publicKey, sealFile });
      });
      if (problem !== null) return { text: problem.text, exitCode: 1 };
      return { text: `The audit matches: ${entries} entries, ${seals} seals.`, exitCode: 0 };
    };
  },
};

/** AUDIT-02: removes the personal data of a person. */
const redact: Subcommand = {
  name: 'audit redact',
  usage: '--person <account or e-mail>',
  summary: 'removes name, addresses and programs of a person from all entries; this cannot be undone',
  options: { person: { type: 'string' } },
  read: (line) => {
    mustHaveNoOperands(line);
    const who = textOf(line, 'person')?.trim() ?? null;
    if (who === null) throw new UsageError('Missing --person.');
    if (!isEmailAddress(who) && !idSchema.safeParse(who).success) {
      throw new UsageError(`${who} is no e-mail address and no id of an account.`);
    }
    return async (deps) => {
      const count = await withDatabase(deps, async (database) =>
        redactPerson({ database }, await personOf(database, who)),
      );
      return { text: `Personal data was removed from ${count} entries.`, exitCode: 0 };
    };
  },
};

/** Account and address of a person; only what was typed for a person without an account. */
async function personOf(database: Database, who: string): Promise<RedactedPerson> {
  const accounts = await everyAccount({ database });
  const typed = who.toLowerCase();
  const account = accounts.find(({ id, email }) => id === who || email.toLowerCase() === typed);
  if (account !== undefined) return { accountId: account.id, email: account.email };
  return isEmailAddress(who) ? { accountId: null, email: who } : { accountId: who, email: null };
}

/** AUDIT-08: lets other programs follow the audit. */
const tail: Subcommand = {
  name: 'audit tail',
  usage: '[--json] [--after <seq>] [--follow]',
  summary: 'prints the last entries, or those after a number; --follow: and new ones until it is interrupted',
  options: { json: { type: 'boolean' }, after: { type: 'string' }, follow: { type: 'boolean' } },
  read: (line) => {
    mustHaveNoOperands(line);
    const after = textOf(line, 'after')?.trim() ?? null;
    if (after !== null && !/^\d{1,15}$/.test(after)) throw new UsageError(`${after} is not a number.`);
    const format = line.options['json'] === true ? (entry: TailEntry) => JSON.stringify(entry) : lineOf;
    return async (deps) => {
      await withDatabase(deps, async (database) => {
        const until = line.options['follow'] === true ? deps.output.untilInterrupted() : null;
        for await (const entry of tailAudit(
          { database },
          { after: after === null ? null : Number(after), until },
        )) {
          deps.output.print(format(entry));
        }
      });
      return { text: '', exitCode: 0 };
    };
  },
};

/** One line for a person: number, time, outcome, action, actor, object. */
function lineOf({ seq, entry, personal }: TailEntry): string {
  const { at, outcome, action, actorKind, personId, objectKind, objectId, objectName } = entry;
  const { name = null, email = null } = (personal ?? {}) as Record<string, Json>;
  const actor = wordsOf([actorKind, name ?? email ?? personId]);
  const object = wordsOf([objectKind, objectName ?? objectId]);
  return [String(seq), wordsOf([at]), wordsOf([outcome]), wordsOf([action]), actor, object]
    .join('  ')
    .trimEnd();
}

/** The fields that are texts, on one line: names can contain line ends and control characters of terminals. */
function wordsOf(fields: readonly (Json | undefined)[]): string {
  const words = fields.filter((field) => typeof field === 'string');
  return words.join(' ').replaceAll(/\p{Cc}/gu, ' ');
}

export const AUDIT_SUBCOMMANDS: readonly Subcommand[] = [verify, redact, tail];

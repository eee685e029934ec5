import { scopeOf } from './chain.ts';
import type { Head } from './chain.queries.ts';
import { chainHash, hasOwnData, NO_HASH } from './entry-text.ts';
import type { CheckedRow } from './verify.queries.ts';

/** Something that does not match. */
export interface AuditProblem {
  /** the first entry that does not match; null when it is a seal that does not match */
  entryId: number | null;
  /** a sentence for the administrator */
  text: string;
}

/** Checks the rows of the chain one after the other, in the order of `seq`. */
export class ChainCheck {
  /** the heads of all scopes after the last row */
  readonly heads = new Map<string, Head>();
  /** the entries without personal data, by the entry that redacted them */
  readonly redacted = new Map<number, number[]>();
  /** the last row */
  seq = 0;
  /** the number of key rotations among the entries */
  rotations = 0;

  /** @returns null when the row matches the rows before it and its entry */
  add(row: CheckedRow): AuditProblem | null {
    const problem = this.#problemOf(row);
    if (problem !== null) return { entryId: row.entryId, text: problem };
    this.seq = row.seq;
    this.heads.set(row.scope, { scope: row.scope, position: row.position, hash: row.hash });
    if (row.entry?.action === 'key.rotate') this.rotations += 1;
    const { redactedBy = null } = row.entry ?? {};
    if (redactedBy !== null) {
      const list = this.redacted.get(redactedBy) ?? [];
      list.push(row.entryId);
      this.redacted.set(redactedBy, list);
    }
    return null;
  }

  #problemOf({ seq, scope, position, hash, entry, entryId }: CheckedRow): string | null {
    const name = nameOf({ entryId, scope, position });
    if (entry === null) return `${name} is missing: the chain has it, the audit does not.`;
    if (seq !== this.seq + 1) return `Rows are missing in the chain before ${name}.`;
    if (scope !== scopeOf(entry)) return `${name} is in the chain of another record.`;
    const former = this.heads.get(scope) ?? { position: 0, hash: NO_HASH };
    if (position !== former.position + 1) return `Entries are missing in the chain before ${name}.`;
    if (hash !== chainHash(former.hash, entry)) {
      return `${name} was changed (${entry.action}, ${entry.at}): its hash does not match.`;
    }
    if (!hasOwnData(entry)) return `The personal data of ${name} was changed (${entry.action}, ${entry.at}).`;
    return null;
  }
}

const nameOf = ({ entryId, scope, position }: { entryId: number; scope: string; position: number }) =>
  `Entry ${entryId} (number ${position} ${scope === '' ? 'of those without a record' : `of record ${scope}`})`;

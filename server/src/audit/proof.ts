import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { extendChain } from './chain.ts';
import { entryText, NO_HASH } from './entry-text.ts';
import type { Json } from './json.ts';
import { type ProofSpan, type ProvenRow, provenRows, rangeOf, sealCovering } from './proof.queries.ts';
import { sealText } from './seal.ts';
import { sealByNumber, type StoredSeal } from './seal.queries.ts';

interface ProofInput extends ProofSpan {
  /** called between batches; throws when the export must end */
  mustContinue: () => Promise<void>;
}

const ROWS_AT_ONCE = 500;

/**
 * AUDIT-05: yields the entries of a record or of the vault in a period as JSON Lines, with what proves them: their
 * chain, and each seal behind the entries that it covers. Only a whole chain can be proven, so the lines go on after
 * the period to the end of the seal that covers its last entry. docs/verify-audit.mjs checks them.
 */
export async function* proofLines(
  { database, clock }: { database: Database; clock: Clock },
  { mustContinue, ...span }: ProofInput,
): AsyncGenerator<string> {
  const { record = null, from = null, to = null } = span;
  await extendChain({ database });
  yield line({ audit: 1, record, from, to, at: clock.now().toISOString() });
  const range = await rangeOf(database.kysely, span);
  let entries = 0;
  let seals = 0;
  if (range !== null) {
    for await (const { rows, seal } of batchesOf(database, { record, ...range, mustContinue })) {
      entries += rows.length;
      seals += seal === null ? 0 : 1;
      yield rows.map(entryLine).join('') + (seal === null ? '' : sealLine(seal));
    }
  }
  yield line({ end: { entries, seals } });
}

interface ProofRange {
  record: string | null;
  first: number;
  last: number;
  mustContinue: () => Promise<void>;
}

/** Yields the rows of a range in batches, each with the seal whose entries end with it. */
async function* batchesOf(
  { kysely }: Database,
  { record, first, last, mustContinue }: ProofRange,
): AsyncGenerator<{ rows: ProvenRow[]; seal: StoredSeal | null }> {
  const end = (await sealCovering(kysely, last))?.lastSeq ?? last;
  let seal = await sealCovering(kysely, first);
  let after = first - 1;
  while (after < end) {
    const goal = Math.min(seal?.lastSeq ?? end, end);
    const batch = { record, after, last: goal, limit: ROWS_AT_ONCE };
    // oxlint-disable-next-line no-await-in-loop -- the batches follow each other
    const rows = await provenRows(kysely, batch);
    const isWhole = rows.length < ROWS_AT_ONCE;
    after = isWhole ? goal : (rows.at(-1)?.seq ?? goal);
    yield { rows, seal: isWhole ? seal : null };
    // oxlint-disable-next-line no-await-in-loop
    if (isWhole && seal !== null) seal = await sealByNumber(kysely, seal.number + 1);
    // oxlint-disable-next-line no-await-in-loop
    await mustContinue();
  }
}

const line = (value: Json): string => `${JSON.stringify(value)}\n`;

function entryLine({ seq, position, hash, formerHash, entry }: ProvenRow): string {
  return line({
    seq,
    position,
    formerHash: formerHash ?? NO_HASH,
    hash,
    entry: JSON.parse(entryText(entry)) as Json,
    personal: entry.personal,
    salt: entry.personalSalt,
  });
}

const sealLine = (seal: StoredSeal): string =>
  line({ seal: JSON.parse(sealText(seal)) as Json, signature: seal.signature });

import type { Database } from '../platform/database/index.ts';
import { readLines } from '../platform/line-file/index.ts';
import { type AuditProblem, ChainCheck } from './chain-check.ts';
import { extendChain } from './chain.ts';
import { chainProgress, type ChainProgress, lastSeq, unchainedBetween } from './chain.queries.ts';
import { SealCheck } from './seal-check.ts';
import { sealText } from './seal.ts';
import { lastSealNumber, sealByNumber, type StoredSeal } from './seal.queries.ts';
import { chainRows, countsBetween, redactionsById } from './verify.queries.ts';

export interface VerifyDeps {
  database: Database;
  /** reads the key with which the vault seals now, in hexadecimal; called when there is a seal */
  publicKey: () => Promise<string>;
  /** a copy of the seals as AUDIT_SEAL_FILE has them; null for none */
  sealFile: string | null;
}

/** The result of a verification. */
export interface Verification {
  /** the entries that match */
  entries: number;
  seals: number;
  /** null when everything matches */
  problem: AuditProblem | null;
}

const BATCH = 5000;
const ID_RANGE = 200_000;
/** PostgreSQL's int. */
const MAX_SEALS = 2 ** 31 - 1;

/**
 * AUDIT-03: chains the last entries, then checks every entry, the chain of each record and every seal, and stops at the
 * first entry or seal that does not match.
 * @throws the error of the file system for `sealFile`; the database's error
 */
export async function verifyAudit(deps: VerifyDeps): Promise<Verification> {
  await extendChain(deps);
  return verifyChained(deps);
}

/** `verifyAudit` without writing: entries of the last minute, which are not chained yet, are left out. */
export async function verifyChained(deps: VerifyDeps): Promise<Verification> {
  const { kysely } = deps.database;
  // Read before the end of the chain, so that the chain has every row that these seals cover.
  const seals = new SealChecks(deps, await lastSealNumber(kysely));
  const progress = await chainProgress(kysely);
  const run = { ...deps, last: await lastSeq(kysely), chain: new ChainCheck(), seals };
  const problem =
    (await checkChain(run)) ??
    (await checkRedactions(run)) ??
    (await checkAllChained(deps.database, progress)) ??
    (await run.seals.checkEnd(run.chain)) ??
    (await checkSealFile(deps));
  return { entries: run.chain.seq, seals: run.seals.count, problem };
}

interface VerifyRun extends VerifyDeps {
  last: number;
  chain: ChainCheck;
  seals: SealChecks;
}

async function checkChain({ database, last, chain, seals }: VerifyRun): Promise<AuditProblem | null> {
  await seals.start();
  let next = chainRows(database.kysely, { after: 0, last, limit: BATCH });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the batches follow each other
    const rows = await next;
    const after = rows.at(-1)?.seq ?? last;
    // The database prepares the next rows while these are checked.
    next = after < last ? chainRows(database.kysely, { after, last, limit: BATCH }) : Promise.resolve([]);
    for (const row of rows) {
      // oxlint-disable-next-line no-await-in-loop -- a seal is read at the row that it names
      const sealProblem = seals.isDue(chain) ? await seals.check(chain) : null;
      const problem = sealProblem ?? chain.add(row);
      if (problem === null) continue;
      // oxlint-disable-next-line no-await-in-loop -- ends here; an unhandled rejection would end the process
      await next.catch(() => undefined);
      return problem;
    }
    if (rows.length === 0) return null;
  }
}

/** Checks that an entry 'audit.redact' lists each entry without personal data. */
async function checkRedactions({ database, chain }: VerifyRun): Promise<AuditProblem | null> {
  for (const [id, entryIds] of chain.redacted) {
    // oxlint-disable-next-line no-await-in-loop -- one list in memory at a time
    const [redaction] = await redactionsById(database.kysely, [id]);
    const listed = new Set(redaction?.entries);
    const unlisted = entryIds.find((entryId) => !listed.has(entryId));
    if (unlisted === undefined) continue;
    const text = `The personal data of entry ${unlisted} was removed, and no entry says so.`;
    return { entryId: unlisted, text };
  }
  return null;
}

/** Checks that the chain has every entry of an ended transaction. */
async function checkAllChained(
  { kysely }: Database,
  { lastId, chainedBelow }: ChainProgress,
): Promise<AuditProblem | null> {
  // A restored dump has no progress until its chain is extended for the first time.
  if (chainedBelow === null) return null;
  for (let afterId = 0; afterId < lastId; afterId += ID_RANGE) {
    const upTo = Math.min(afterId + ID_RANGE, lastId);
    // oxlint-disable-next-line no-await-in-loop -- small statements, one after the other
    const { entries, chained } = await countsBetween(kysely, afterId, upTo);
    if (entries === chained) continue;
    // oxlint-disable-next-line no-await-in-loop
    const unchained = await unchainedBetween(kysely, afterId, upTo);
    const missing = unchained.find(({ xact }) => BigInt(xact) < BigInt(chainedBelow));
    if (missing !== undefined) {
      const text = `Entry ${missing.id} (${missing.action}, ${missing.at}) is not in the chain.`;
      return { entryId: missing.id, text };
    }
  }
  return null;
}

/**
 * Reads the seals in order and checks each one when the chain has reached it. Seals that are made later are left out.
 */
class SealChecks {
  readonly #deps: VerifyDeps;
  readonly #last: number;
  readonly #check = new SealCheck();
  #next: StoredSeal | null = null;
  #lastKey: string | null = null;
  /** the checked seals */
  count = 0;

  /** @param last the number of the last seal; 0 for none */
  constructor(deps: VerifyDeps, last: number) {
    this.#deps = deps;
    this.#last = last;
  }

  async start(): Promise<void> {
    this.#next = await this.#following();
  }

  /** @returns null after the last one, and when it is missing */
  async #following(): Promise<StoredSeal | null> {
    return this.count < this.#last ? sealByNumber(this.#deps.database.kysely, this.count + 1) : null;
  }

  /** Whether the next seal covers exactly the rows so far, or fewer. */
  isDue({ seq }: ChainCheck): boolean {
    return this.#next !== null && this.#next.lastSeq <= seq;
  }

  /** Checks the seals that cover the rows so far. */
  async check(chain: ChainCheck): Promise<AuditProblem | null> {
    while (this.#next !== null && this.isDue(chain)) {
      const problem = this.#check.add(this.#next, chain);
      if (problem !== null) return problem;
      this.#lastKey = this.#next.publicKey;
      this.count += 1;
      // oxlint-disable-next-line no-await-in-loop -- the seals follow each other
      this.#next = await this.#following();
    }
    return null;
  }

  /** Checks the last seals, and that they are all. */
  async checkEnd(chain: ChainCheck): Promise<AuditProblem | null> {
    const problem = await this.check(chain);
    if (problem !== null) return problem;
    if (this.#next !== null) {
      const text = `The chain ends at row ${chain.seq}, but seal ${this.#next.number} covers ${this.#next.lastSeq} rows.`;
      return { entryId: null, text };
    }
    if (this.count < this.#last) {
      return { entryId: null, text: `Seal ${this.count + 1} is missing.` };
    }
    return this.#lastKey === null ? null : this.#checkLastKey(this.#lastKey, chain);
  }

  async #checkLastKey(lastKey: string, { rotations }: ChainCheck): Promise<AuditProblem | null> {
    const publicKey = await this.#deps.publicKey();
    // A rotated key seals for the first time at the next night.
    if (lastKey === publicKey || rotations > 0) return null;
    const text = `The last seal has the key ${lastKey}, but the key of the vault is ${publicKey}.`;
    return { entryId: null, text };
  }
}

/** Checks that the database still has each seal of a copy. */
async function checkSealFile({ database, sealFile }: VerifyDeps): Promise<AuditProblem | null> {
  if (sealFile === null) return null;
  let line = 0;
  for await (const text of readLines(sealFile)) {
    line += 1;
    const problem = {
      entryId: null,
      text: `The database does not have the seal in line ${line} of ${sealFile}.`,
    };
    const copy = sealOfLine(text);
    const seal = copy && (await sealByNumber(database.kysely, copy.number));
    if (!seal || sealText(seal) !== copy.text || seal.signature !== copy.signature) return problem;
  }
  return null;
}

/** @returns null for a line that is no seal */
function sealOfLine(line: string): { number: number; text: string; signature: string } | null {
  try {
    const { text, signature } = JSON.parse(line) as { text: string; signature: string };
    const { number } = JSON.parse(text) as { number: number };
    return Number.isInteger(number) && number <= MAX_SEALS ? { number, text, signature } : null;
  } catch {
    return null;
  }
}

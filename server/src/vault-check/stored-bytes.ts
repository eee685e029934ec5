import { unknownKeys } from '../blobs/index.ts';
import type { StoredBytes } from '../platform/blobs/index.ts';
import { type Check, type CheckContext, type CheckResult, type Finding, MAX_LISTED } from './check.ts';
import { leftBehindSince, SWEEP_JOB, usesText } from './contents.queries.ts';
import { presentReferences, type Reference, referencesInOrder, usesOf } from './references.queries.ts';

/** Keys that are checked again in one query. */
const BATCH = 500;
const RESTORE_BYTES =
  'Restore this file below DATA_DIR/blobs from the backup, or upload the same content again to any folder.';

/**
 * Compares rows with the stored bytes: both are read in the byte order of the keys, so that the memory does not grow
 * with the vault. Uploads and the sweep run at the same time, so whatever differs is looked up again, without the
 * snapshot: only what is still wrong is a finding.
 */
export const storedBytes: Check = {
  name: 'blobs.stored',
  async run(context) {
    const run = new Comparison(context);
    for await (const [reference, stored] of inPairs(context)) {
      if (reference === null) await run.addUnknown(stored);
      else if (reference.sizeBytes !== stored?.sizeBytes) await run.addWrong(reference);
      if (stored !== null) context.onProgress(Number.parseInt(stored.key.slice(0, 2), 16) / 256);
    }
    return run.end();
  },
};

type Pair = [Reference, StoredBytes | null] | [null, StoredBytes];

/** Pairs each reference with its stored bytes, and stored bytes without a reference with null. */
async function* inPairs({ snapshot, blobStore }: CheckContext): AsyncGenerator<Pair> {
  const list = blobStore.list()[Symbol.asyncIterator]();
  const next = async () => {
    const result = await list.next();
    return result.done === true ? null : result.value;
  };
  let stored = await next();
  let paired: string | null = null;
  for await (const reference of referencesInOrder(snapshot)) {
    while (stored !== null && stored.key < reference.key) {
      if (stored.key !== paired) yield [null, stored];
      stored = await next();
    }
    const isStored = stored?.key === reference.key;
    if (isStored) paired = reference.key;
    yield [reference, isStored ? stored : null];
  }
  for (; stored !== null; stored = await next()) if (stored.key !== paired) yield [null, stored];
}

class Comparison {
  readonly #context: CheckContext;
  readonly #before: Date;
  readonly #result: CheckResult = { listed: [], count: 0 };
  #wrong: Reference[] = [];
  #unknown: string[] = [];

  constructor(context: CheckContext) {
    this.#context = context;
    this.#before = leftBehindSince(context.clock.now());
  }

  async addWrong(reference: Reference): Promise<void> {
    this.#wrong.push(reference);
    if (this.#wrong.length === BATCH) await this.#checkWrong();
  }

  /** Young bytes can belong to an upload that has no row yet. */
  async addUnknown({ key, storedAt }: StoredBytes): Promise<void> {
    if (storedAt >= this.#before) return;
    this.#unknown.push(key);
    if (this.#unknown.length === BATCH) await this.#checkUnknown();
  }

  async end(): Promise<CheckResult> {
    await this.#checkWrong();
    await this.#checkUnknown();
    return this.#result;
  }

  async #checkWrong(): Promise<void> {
    const { database, blobStore } = this.#context;
    const keys = this.#wrong.map(({ key }) => key);
    this.#wrong = [];
    const wrong: (Reference & { actualBytes: number | null })[] = [];
    for (const reference of await presentReferences(database.kysely, keys)) {
      const actualBytes = await blobStore.sizeOf(reference.key);
      if (actualBytes !== reference.sizeBytes) wrong.push({ ...reference, actualBytes });
    }
    const listed = wrong.slice(0, MAX_LISTED - this.#result.listed.length).map(({ key }) => key);
    const uses = await usesOf(database.kysely, listed);
    for (const { key, sizeBytes, actualBytes } of wrong) {
      const state = actualBytes === null ? 'are missing' : `are ${actualBytes}, not ${sizeBytes}`;
      this.#add('blobs.stored', `The bytes ${key} ${state}; ${usesText(uses.get(key))}.`, RESTORE_BYTES);
    }
  }

  async #checkUnknown(): Promise<void> {
    const keys = await unknownKeys(this.#context.database.kysely, this.#unknown);
    this.#unknown = [];
    for (const key of keys) {
      const text = `The bytes ${key} belong to no row, and the nightly sweep has not deleted them.`;
      this.#add('blobs.stored', text, SWEEP_JOB);
    }
  }

  #add(check: string, text: string, advice: string): void {
    const finding: Finding = { check, text, advice };
    if (this.#result.count < MAX_LISTED) this.#result.listed.push(finding);
    this.#result.count += 1;
  }
}

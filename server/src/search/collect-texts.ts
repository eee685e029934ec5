import type { Transaction } from 'kysely';
import * as z from 'zod';
import { readContent } from '../blobs/index.ts';
import { currentContext } from '../platform/actor/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Database, DB, Log } from '../platform/database/index.ts';
import { addJob, type JobContext, jobKind, task, type Task } from '../platform/jobs/index.ts';
import { type DocumentReader, UnreadableDocument } from '../platform/readers/index.ts';
import { tidyNameIndex } from './find.queries.ts';
import { textFormOf } from './text-form.ts';
import { filesWithoutText, storeText, type Source, sourceOf, type TextSource } from './texts.queries.ts';

export interface TextDeps {
  database: Database;
  blobs: Blobs;
  log: Log;
  /** reads texts in the background, with a low priority */
  textReader: DocumentReader;
}

const extraction = z.object({
  recordId: z.string(),
  files: z.array(z.object({ blobId: z.number(), form: z.enum(['plain', 'pdf', 'office']) })),
});

/** Reads the text of new files. A separate queue keeps the other workers free for short jobs. */
const EXTRACTION = jobKind('extract-texts', extraction, { queue: 'texts', maxAttempts: 5 });
/** Finds files whose text was never read, such as those of an older vault. */
const COLLECTION = jobKind('gather-texts', z.looseObject({ after: z.string().optional() }), {
  queue: 'texts',
});
/** Merges new names into the trigram index; uploads only append them to its pending list. */
const TIDYING = jobKind('tidy-name-index', z.looseObject({}));

const FILES_PER_JOB = 200;
/** Lower numbers run first: what strangers submit comes after the files of people, an older vault's files at last. */
const FIRST_PRIORITY = { person: 0, visitor: 1000, others: 2000 } as const;
const MAX_LATER = 999;

/**
 * Adds jobs in the transaction that read the text of files (SEARCH-26). Text belongs to bytes: copies and older
 * versions of known content need no job. Each job of many files comes after the one before and after the first jobs of
 * others, so that a large upload does not delay the text of a small one (SPEED-11).
 */
export async function queueTexts(
  tx: Transaction<DB>,
  recordId: string,
  sources: readonly TextSource[],
): Promise<void> {
  const files = new Map(
    sources.flatMap((source) => {
      const form = textFormOf(source);
      return form === null ? [] : [[source.blobId, { blobId: source.blobId, form }] as const];
    }),
  );
  const all = [...files.values()];
  for (let start = 0; start < all.length; start += FILES_PER_JOB) {
    const part = all.slice(start, start + FILES_PER_JOB);
    const priority = firstPriority() + Math.min(start / FILES_PER_JOB, MAX_LATER);
    await addJob(tx, EXTRACTION, { recordId, files: part }, { priority });
  }
}

function firstPriority(): number {
  const { kind } = currentContext().actor;
  return kind === 'person' || kind === 'visitor' ? FIRST_PRIORITY[kind] : FIRST_PRIORITY.others;
}

/**
 * Reads the text of files one after the other and stores each text immediately, so that after a restart the job
 * continues with the next file. A broken document gets an empty text and a log line.
 */
export async function extractTexts(
  deps: TextDeps,
  { recordId, files }: z.infer<typeof extraction>,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  for (const { blobId, form } of files) {
    signal.throwIfAborted();
    const source = await sourceOf(deps.database.kysely, { recordId, blobId });
    if (source === null) continue;
    const text = await textOf(deps, source, form);
    await storeText(deps.database.kysely, {
      recordId,
      blobId,
      text: text.replaceAll('\0', ' ').toWellFormed(),
    });
  }
}

async function textOf(
  deps: TextDeps,
  { sha256, blobId }: Source,
  form: z.infer<typeof extraction>['files'][number]['form'],
): Promise<string> {
  const { log, textReader } = deps;
  try {
    const { bytes } = await textReader.read('text', () => readContent(deps, sha256), { form });
    return Buffer.from(bytes).toString();
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    log.warn(
      { reason: error.message, blobId, form },
      'Text of a document not read; search finds the file by its name only',
    );
    return '';
  }
}

const PAGE = 500;

/** Iterates over all files in batches and adds jobs for files without text. */
async function collectTexts(
  { database }: TextDeps,
  { after }: { after?: string | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    const files = await filesWithoutText(tx, { after: after ?? '', limit: PAGE });
    for (const [recordId, sources] of Map.groupBy(files, (file) => file.recordId)) {
      await queueTexts(
        tx,
        recordId,
        sources.filter(({ hasText }) => !hasText),
      );
    }
    const last = files.at(-1);
    if (last !== undefined) await addJob(tx, COLLECTION, { after: last.cursor });
  });
}

/** The jobs of the search. */
export function searchTasks(deps: TextDeps): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(EXTRACTION, (payload, context) => extractTexts(deps, payload, context)),
      task(COLLECTION, (payload) => collectTexts(deps, payload)),
      task(TIDYING, () => tidyNameIndex(deps.database.kysely)),
    ],
    crontab: [`29 2 * * * ${COLLECTION.name}`, `* * * * * ${TIDYING.name}`],
  };
}

/** Starts to find files without text: after an update there can be many. */
export async function startTextCollection({ kysely }: Database): Promise<void> {
  await addJob(kysely, COLLECTION, {}, { jobKey: COLLECTION.name });
}

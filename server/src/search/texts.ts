import type { Kysely } from 'kysely';
import * as z from 'zod';
import { readContent } from '../blobs/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Database, DB, Log } from '../platform/database/index.ts';
import { addJob, type JobContext, jobKind, task, type Task } from '../platform/jobs/index.ts';
import { textFormOf, type TextReader, UnreadableText } from '../platform/text/index.ts';
import { tidyNameIndex } from './find.queries.ts';
import { filesWithoutText, keepText, type Source, sourceOf, type TextSource } from './texts.queries.ts';

export interface TextParts {
  database: Database;
  blobs: Blobs;
  log: Log;
  textReader: TextReader;
}

const extraction = z.object({
  recordId: z.string(),
  files: z.array(z.object({ blobId: z.number(), form: z.enum(['plain', 'pdf', 'office']) })),
});

/** Reads the text of files that came into a record. Slow ones leave the other workers to quick work. */
const EXTRACTION = jobKind('extract-texts', extraction, { queue: 'texts', maxAttempts: 5 });
/** Looks for files whose text was never read: those of an older vault. */
const GATHERING = jobKind('gather-texts', z.looseObject({ after: z.string().optional() }), {
  queue: 'texts',
});
/** Sorts new names into the index of their parts, where uploads only append them. */
const TIDYING = jobKind('tidy-name-index', z.looseObject({}));

/**
 * Has the text of files read in the background, if the transaction succeeds (SEARCH-26). Text belongs to bytes: copies
 * and older versions of what is in the record need nothing.
 */
export async function wantTexts(
  tx: Kysely<DB>,
  recordId: string,
  sources: readonly TextSource[],
): Promise<void> {
  const files = new Map(
    sources.flatMap((source) => {
      const form = textFormOf(source);
      return form === null ? [] : [[source.blobId, { blobId: source.blobId, form }] as const];
    }),
  );
  if (files.size > 0) await addJob(tx, EXTRACTION, { recordId, files: [...files.values()] });
}

/**
 * Reads the text of files, one after the other, and keeps each at once: after a restart the next one is taken up. A
 * broken document has no text and is told to the log.
 */
export async function extractTexts(
  parts: TextParts,
  { recordId, files }: z.infer<typeof extraction>,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  for (const { blobId, form } of files) {
    signal.throwIfAborted();
    const source = await sourceOf(parts.database.kysely, { recordId, blobId });
    if (source === null) continue;
    const text = await textOf(parts, source, form);
    await keepText(parts.database.kysely, {
      recordId,
      blobId,
      text: text.replaceAll('\0', ' ').toWellFormed(),
    });
  }
}

async function textOf(
  parts: TextParts,
  { sha256, blobId }: Source,
  form: z.infer<typeof extraction>['files'][number]['form'],
): Promise<string> {
  const { log, textReader } = parts;
  const bytes = await readContent(parts, sha256);
  try {
    return await textReader.read(form, bytes);
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    log.warn(
      { reason: error.message, blobId, form },
      'Text of a document not read; search finds the file by its name only',
    );
    return '';
  }
}

const PAGE = 500;

/** Goes through all files, some at a time, and has the text of those read that have none. */
async function gatherTexts(
  { database }: TextParts,
  { after }: { after?: string | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    const files = await filesWithoutText(tx, { after: after ?? '', limit: PAGE });
    for (const [recordId, sources] of Map.groupBy(files, (file) => file.recordId)) {
      await wantTexts(
        tx,
        recordId,
        sources.filter(({ hasText }) => !hasText),
      );
    }
    const last = files.at(-1);
    if (last !== undefined) await addJob(tx, GATHERING, { after: last.cursor });
  });
}

/** The jobs of the search. */
export function searchTasks(parts: TextParts): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(EXTRACTION, (payload, context) => extractTexts(parts, payload, context)),
      task(GATHERING, (payload) => gatherTexts(parts, payload)),
      task(TIDYING, () => tidyNameIndex(parts.database.kysely)),
    ],
    crontab: [`29 2 * * * ${GATHERING.name}`, `* * * * * ${TIDYING.name}`],
  };
}

/** Begins to look for files without text: after an update there may be many. */
export async function startGathering({ kysely }: Database): Promise<void> {
  await addJob(kysely, GATHERING, {}, { jobKey: GATHERING.name });
}

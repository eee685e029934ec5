import { isUtf8 } from 'node:buffer';
import { PREVIEW_LIMIT_BYTES, previewKindOf } from '@vault/contract';
import { recordAudit, recordAuditAlone, scanRefusal } from '../audit/index.ts';
import { intactCopies, storeContent, orRelease, readContent } from '../blobs/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';
import { bufferSource } from '../platform/zip/index.ts';
import { queueTexts } from '../search/index.ts';
import { type LiveItem, lockAndRead, mustFindItem, putFiles, withinRecordSize } from '../tree/index.ts';
import { findVersion } from '../versions/index.ts';
import { mustFindFile } from './find.ts';

export interface SaveTextDeps {
  database: Database;
  blobs: Blobs;
  scanner: Scanner;
  clock: Clock;
  log: Log;
  settings: { recordMaxBytes: number };
}

export interface SaveText {
  externalId: string;
  /** the version that was opened, in lower case */
  baseVersionId: string;
  text: string;
  caller: Pick<Caller, 'id' | 'name' | 'records'>;
}

const MARK = Buffer.from('\uFEFF');
/** The byte order marks of UTF-16, in either byte order. */
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * C62: saves an edited text as a new version. It is scanned like an upload, and does not replace a version that was
 * saved since.
 * @throws E11, E4 for the file; E10 for other kinds than txt; E9 over the limit, before and after; P16 for text that is
 * not well-formed Unicode; E12 or 422 from the scan; 409 when the opened version is no longer the current one; 507 when
 * the record is full
 */
export async function saveText(
  deps: SaveTextDeps,
  { externalId, baseVersionId, text, caller }: SaveText,
): Promise<{ fileId: string; versionId: string }> {
  const { database, blobs, scanner } = deps;
  const file = await mustFindFile(database.kysely, caller, externalId);
  mustBeEditable(file, baseVersionId);
  if (!text.isWellFormed()) throw Errors.invalidRequest();
  const bytes = encode(text, await beginningOf(deps, file));
  if (bytes.length > PREVIEW_LIMIT_BYTES.txt) throw Errors.officeTooLarge();

  const verdict = await scanner.scan(bufferSource(bytes), caller.id);
  if (verdict.status !== 'PASS') {
    deps.log.warn(verdict, 'Edited text did not pass the scan; it is not saved');
    const object = { kind: 'file', id: file.id, name: file.name } as const;
    await recordAuditAlone(database, { ...scanRefusal(verdict, object), recordId: file.recordId });
    throw verdict.status === 'VIRUS' ? Errors.infected() : Errors.scanFailed();
  }
  const stored = await blobs.write(once(bytes), { maxBytes: PREVIEW_LIMIT_BYTES.txt });
  return orRelease(deps, [stored.key], async () => {
    const intactKeys = await intactCopies(deps, [stored.sha256]);
    return database.transaction(async (tx) => {
      // The file can have changed before the lock was taken.
      const present = await lockAndRead(tx, file.recordId, () =>
        mustFindItem(tx, caller, { id: file.id, kind: 'file' }),
      );
      mustBeEditable(present, baseVersionId);
      const now = deps.clock.now();
      const edited = {
        folderId: present.parentId ?? '',
        name: present.name,
        blobId: await storeContent(tx, { blob: stored, intactKeys, now }),
        sizeBytes: bytes.length,
        scannedBy: scanner.name,
      };
      await queueTexts(tx, present.recordId, [edited]);
      const size = {
        recordId: present.recordId,
        maxBytes: deps.settings.recordMaxBytes,
        by: 'person',
      } as const;
      const [put] = await withinRecordSize(tx, size, () =>
        putFiles(tx, {
          recordId: present.recordId,
          files: [edited],
          change: { by: { id: caller.id, name: caller.name }, at: now },
          // attributes of a new file; the existing file keeps its own
          attributes: { shareToClient: true, category: 'Other', asOfDate: null },
        }),
      );
      if (put?.fileId !== file.id) throw new Error('The text was stored in another file');
      const object = {
        kind: 'file',
        id: put.fileId,
        name: present.name,
        path: present.parent?.path ?? '',
      } as const;
      const details = { versionId: put.versionId, bytes: bytes.length };
      await recordAudit(tx, { action: 'file.save', recordId: present.recordId, object, details });
      return { fileId: put.fileId, versionId: put.versionId };
    });
  });
}

function mustBeEditable(file: LiveItem, baseVersionId: string): void {
  if (previewKindOf(file.name) !== 'txt') throw Errors.previewUnsupported();
  if (file.sizeBytes > PREVIEW_LIMIT_BYTES.txt) throw Errors.officeTooLarge();
  if (file.currentVersionId !== baseVersionId) throw Errors.newerVersion();
}

/** Reads the bytes of the edited version, at most up to the limit. */
async function beginningOf(deps: SaveTextDeps, file: LiveItem): Promise<Buffer> {
  const { recordId, id: fileId, currentVersionId: versionId } = file;
  const version = await findVersion(deps.database.kysely, { recordId, fileId, versionId });
  if (version === null) throw Errors.newerVersion();
  return readContent(deps, version.sha256);
}

/**
 * Encodes the text in UTF-8. A byte order mark is kept. A text that had another encoding gets a mark, so that no
 * program decodes the new bytes with the old encoding.
 */
function encode(text: string, before: Buffer): Buffer {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ''));
  const begins = (mark: Buffer) => before.subarray(0, mark.length).equals(mark);
  const needsMark = begins(MARK) || UTF16_MARKS.some(begins) || !isUtf8(before);
  return needsMark ? Buffer.concat([MARK, bytes]) : bytes;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

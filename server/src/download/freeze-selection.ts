import { MAX_DOWNLOAD_BYTES, MAX_DOWNLOAD_FILES } from '@vault/contract';
import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { type SelectedItem, selectedItems, type Selection } from '../selection/index.ts';
import { type Contents, entriesOf } from './entries.ts';
import type { FrozenDownload } from './frozen.ts';
import { archiveName } from './names.ts';
import { foldersBelow, totalsOfSelection, versionsBelow, versionsOfFiles, type Walk } from './queries.ts';

/** The selection and the options of a download. */
export interface DownloadSelection extends Selection {
  allVersions: boolean;
  /** false: only the direct files of the selected folders */
  subFolders: boolean;
}

/** The maximum number of folders of one download, so that the archive needs little memory. */
const MAX_FOLDERS = 10_000;
/** One more than allowed is sufficient: a query never reads to the end of a large tree. */
const LIMIT = MAX_DOWNLOAD_FILES + 1;

interface Found extends Contents {
  walk: Walk;
}

/**
 * C21: the number of files and bytes of a download.
 * @returns a number of files that is at most one above the limit, because the rest is not counted
 * @throws P16 for an empty selection and for the root, E4 when any item is not live in the record
 */
export async function sizeOf(
  database: Database,
  selection: DownloadSelection,
): Promise<{ files: number; bytes: number }> {
  return inOneMoment(database, async (db) => {
    const { fileIds, walk } = await find(db, selection);
    return totalsOfSelection(db, { ...walk, fileIds }, LIMIT);
  });
}

/**
 * C22, C54: the complete content of a download in the current state.
 * @throws as `sizeOf`, and E7 above 1000 files or 1 GiB (DOWNLOAD-04)
 */
export async function freeze(database: Database, selection: DownloadSelection): Promise<FrozenDownload> {
  return inOneMoment(database, async (db) => {
    const contents = await read(db, selection);
    const { files, bytes } = totalsOf(contents);
    if (files > MAX_DOWNLOAD_FILES || bytes > MAX_DOWNLOAD_BYTES) throw Errors.downloadTooLarge();
    const folders = await foldersBelow(db, { ...contents.walk, maxFolders: MAX_FOLDERS + 1 });
    if (folders.length > MAX_FOLDERS) throw Errors.downloadTooLarge();
    const entries = entriesOf(contents, folders);
    const { recordId } = selection;
    const [only] = contents.items;
    if (only?.kind === 'file' && contents.items.length === 1 && !selection.allVersions) {
      return { recordId, name: only.name, form: 'file', entries };
    }
    return { recordId, name: archiveName(contents.items), form: 'zip', entries };
  });
}

/** Runs queries that all read the same state of the vault, despite concurrent changes. */
function inOneMoment<T>(database: Database, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return database.transaction(work, { isolation: 'repeatable read' });
}

/** The selected items, as what the queries of the download need. */
async function find(db: Kysely<DB>, selection: DownloadSelection) {
  const { recordId, allVersions, subFolders } = selection;
  const items = await selectedItems(db, selection);
  const idsOf = (kind: SelectedItem['kind']) =>
    items.filter((item) => item.kind === kind).map(({ id }) => id);
  const walk = { recordId, folderIds: idsOf('folder'), subFolders, allVersions, maxFolders: MAX_FOLDERS };
  return { items, walk, fileIds: idsOf('file') };
}

async function read(db: Kysely<DB>, selection: DownloadSelection): Promise<Found> {
  const { items, walk, fileIds } = await find(db, selection);
  const files = await versionsOfFiles(db, { ...walk, fileIds }, LIMIT);
  const below = files.length < LIMIT ? await versionsBelow(db, walk, LIMIT - files.length) : [];
  return { items, files, below, walk };
}

function totalsOf({ files, below }: Contents): { files: number; bytes: number } {
  const all = [...files, ...below];
  return { files: all.length, bytes: all.reduce((sum, file) => sum + file.sizeBytes, 0) };
}

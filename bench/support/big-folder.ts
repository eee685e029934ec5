import type { Item } from '@vault/contract';
import type pg from 'pg';

/** The expected data of a file, to check the pages. */
export interface KnownFile {
  id: string;
  name: string;
  sizeBytes: number;
  modifiedAt: string;
  by: string;
}

const WORDS = [
  'Annual report',
  'invoice',
  'Tax return',
  'Minutes',
  'contract',
  'Bank statement',
  'photo',
  'Offer',
];
const ENDINGS = ['pdf', 'docx', 'xlsx', 'png', 'txt', 'PDF'];
const PEOPLE = Array.from({ length: 40 }, (_, n) => `${n % 2 === 0 ? 'Person' : 'person'} ${n}`);
const START = Date.UTC(2025, 0, 1);
const TWO_YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000;
const ROWS_AT_ONCE = 10_000;

/** Creates files with unordered names, sizes, dates and users; the result is deterministic. */
export function makeFiles(count: number): KnownFile[] {
  // 7919 has no common factor with a power of ten, so `mixed` takes every value once.
  return Array.from({ length: count }, (_, n) => {
    const mixed = (n * 7919 + 13) % count;
    return {
      id: `fil${String(n).padStart(15, '0')}`,
      name: `${WORDS[mixed % WORDS.length]} ${mixed}.${ENDINGS[n % ENDINGS.length]}`,
      sizeBytes: (mixed * 104_729) % 50_000_000,
      modifiedAt: new Date(START + ((mixed * 3_571_001) % TWO_YEARS_MS)).toISOString(),
      by: PEOPLE[mixed % PEOPLE.length] ?? '',
    };
  });
}

/**
 * Inserts files into a folder without uploads, updates the folder's counter, and vacuums the table, which PostgreSQL
 * does some minutes later otherwise. The files have no bytes, because only lists read them.
 */
export async function insertFiles(
  database: pg.Client,
  folder: { recordId: string; id: string },
  files: readonly KnownFile[],
): Promise<void> {
  for (let at = 0; at < files.length; at += ROWS_AT_ONCE) {
    const part = files.slice(at, at + ROWS_AT_ONCE);
    await database.query(
      `insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id,
         current_version_id, version_count, size_bytes)
       select $1, id, $2, 'file', name, modified_at, modified_by, gen_random_uuid(), gen_random_uuid(), 1, size_bytes
       from unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::bigint[])
         as given (id, name, modified_at, modified_by, size_bytes)`,
      [
        folder.recordId,
        folder.id,
        part.map((file) => file.id),
        part.map((file) => file.name),
        part.map((file) => file.modifiedAt),
        part.map((file) => file.by),
        part.map((file) => file.sizeBytes),
      ],
    );
  }
  await database.query('update item set file_count = file_count + $3 where record_id = $1 and id = $2', [
    folder.recordId,
    folder.id,
    files.length,
  ]);
  await database.query('vacuum analyze item');
}

type Key = (file: KnownFile) => string | number;

const KEYS = {
  name: [(file) => file.name.toLowerCase(), (file) => file.name],
  size: [(file) => file.sizeBytes],
  createddate: [(file) => file.modifiedAt],
  uploadedBy: [(file) => file.by.toLowerCase()],
} satisfies Record<string, Key[]>;

export type SortField = keyof typeof KEYS;
export const SORT_FIELDS = Object.keys(KEYS) as SortField[];

/** Returns the ids in the expected order of a list; equal keys are ordered by id. */
export function idsInOrder(files: readonly KnownFile[], field: SortField, descending: boolean): string[] {
  const keys: Key[] = [...KEYS[field], (file) => file.id];
  const compare = (a: KnownFile, b: KnownFile): number => {
    for (const key of keys) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  };
  const ids = files.toSorted(compare).map((file) => file.id);
  return descending ? ids.toReversed() : ids;
}

/** The part of a page's reply that the bench checks. */
export interface Page {
  content: Item[];
  totalElements: number;
}

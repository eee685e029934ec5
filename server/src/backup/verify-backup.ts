import { relative } from 'node:path';
import {
  type BackupPlace,
  contentsFile,
  contentsOf,
  type Copies,
  isIntactFile,
  jobsFile,
  keyFile,
  type Snapshot,
  tableFile,
} from '../platform/backup-place/index.ts';
import { BlobDamaged } from '../platform/blobs/index.ts';
import { inParallel } from '../platform/in-parallel.ts';

export interface VerifyOptions {
  /** null: the newest one */
  snapshot: string | null;
  /** false: contents are there and have their length, but they are not read */
  readsContents: boolean;
  signal: AbortSignal;
  onProgress: (what: string, done: number) => void;
}

export interface VerifyReport {
  snapshot: string;
  takenAt: string;
  contents: number;
  /** sentences, the first ones of many */
  problems: string[];
  problemCount: number;
  /** contents that were damaged in the vault when the backup was made */
  damagedInVault: number;
}

const MAX_LISTED = 50;
const AT_ONCE = 4;

/**
 * SAFE-04: proves a snapshot without restoring it: the manifest, every file of rows, and every content.
 * @throws BackupError when there is no snapshot, or its manifest is not right
 */
export async function verifyBackup(place: BackupPlace, options: VerifyOptions): Promise<VerifyReport> {
  return verifySnapshot(place, await place.open(options.snapshot), options);
}

/** Proves an open snapshot. */
export async function verifySnapshot(
  place: BackupPlace,
  snapshot: Snapshot,
  options: Omit<VerifyOptions, 'snapshot'>,
): Promise<VerifyReport> {
  const { manifest } = snapshot;
  const report: VerifyReport = {
    snapshot: snapshot.name,
    takenAt: manifest.takenAt,
    contents: 0,
    problems: [],
    problemCount: 0,
    damagedInVault: manifest.damagedKeys.length,
  };
  const note = (sentence: string) => {
    report.problemCount += 1;
    if (report.problems.length < MAX_LISTED) report.problems.push(sentence);
  };
  for (const problem of await problemsOfRows(snapshot)) note(problem);
  // Without its list there is nothing to compare the contents with.
  if (report.problemCount === 0) report.contents = await verifyContents(place, snapshot, options, note);
  return report;
}

async function problemsOfRows({ path, label, manifest }: Snapshot): Promise<string[]> {
  const files = [
    ...manifest.tables.map(({ name, file }) => ({ path: tableFile(path, name), file })),
    { path: jobsFile(path), file: manifest.jobs },
    ...(manifest.key === undefined ? [] : [{ path: keyFile(path), file: manifest.key }]),
    { path: contentsFile(path), file: manifest.blobs.file },
  ];
  const problems: string[] = [];
  for (const one of files) {
    if (!(await isIntactFile(one.path, one.file)))
      problems.push(`The file ${label}/${relative(path, one.path)} is missing, cut or altered.`);
  }
  return problems;
}

async function verifyContents(
  place: BackupPlace,
  { path, manifest }: Snapshot,
  { readsContents, signal, onProgress }: Omit<VerifyOptions, 'snapshot'>,
  note: (sentence: string) => void,
): Promise<number> {
  const copies = await place.copies();
  const damaged = new Set(manifest.damagedKeys);
  let count = 0;
  await inParallel(contentsOf(contentsFile(path)), AT_ONCE, async (content) => {
    signal.throwIfAborted();
    count += 1;
    onProgress('stored bytes', count / Math.max(1, manifest.blobs.count));
    if (damaged.has(content.key)) return;
    const sizeBytes = await copies.sizeOf(content.key);
    if (sizeBytes !== content.sizeBytes) {
      note(
        `The content ${content.key} ${sizeBytes === null ? 'is missing' : 'was cut'}: the next backup copies it again.`,
      );
    } else if (readsContents && (await sha256Of(copies, content.key)) !== content.sha256) {
      const copy = place.labelOf(content.key);
      note(`The content ${content.key} was altered: delete ${copy}, and the next backup copies it again.`);
    }
  });
  return count;
}

async function sha256Of(copies: Copies, key: string): Promise<string | null> {
  try {
    return (await copies.measure(key)).sha256.toString('hex');
  } catch (error) {
    if (error instanceof BlobDamaged) return null;
    throw error;
  }
}

import { join } from 'node:path';

/** The files of a snapshot, in its folder. */
export const tableFile = (snapshot: string, name: string): string => join(snapshot, 'tables', `${name}.copy`);
export const contentsFile = (snapshot: string): string => join(snapshot, 'blobs.tsv');
export const keyFile = (snapshot: string): string => join(snapshot, 'secret-key.json');
export const jobsFile = (snapshot: string): string => join(snapshot, 'jobs.jsonl');

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOM = { maxBuffer: 256 * 1024 * 1024 };

const READ = `
import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({e.filename: base64.b64encode(archive.read(e)).decode() for e in archive.infolist()}))
`;

/**
 * Opens a ZIP with common programs: Info-ZIP checks it, Python's zipfile reads it.
 * @returns the entries in their order; a folder's name ends with '/'
 */
export async function openZip(path: string): Promise<Map<string, Buffer>> {
  await run('unzip', ['-tqq', path], ROOM);
  const { stdout } = await run('python3', ['-c', READ, path], ROOM);
  const entries = Object.entries(JSON.parse(stdout) as Record<string, string>);
  return new Map(entries.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
}

/** Returns the entries of a ZIP as texts, sorted by name. */
export async function textsInZip(path: string): Promise<Record<string, string>> {
  const entries = [...(await openZip(path))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, content]) => [name, content.toString()]));
}

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';

/** Everything in an archive, as text by path, read by yauzl. */
export async function readZip(archive: Buffer): Promise<Record<string, string>> {
  const open = promisify<Buffer, Options, ZipFile>((bytes, options, done) =>
    fromBuffer(bytes, options, done),
  );
  const zip = await open(archive, { lazyEntries: true, strictFileNames: true });
  const openStream = promisify<Entry, Readable>((entry, done) => zip.openReadStream(entry, done));
  const found: Record<string, string> = {};
  for (const entry of await entriesOf(zip)) {
    if (Object.hasOwn(found, entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
    const isFolder = entry.fileName.endsWith('/');
    found[entry.fileName] = isFolder ? '' : (await buffer(await openStream(entry))).toString();
  }
  return found;
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries)).on('error', reject);
    zip.readEntry();
  });
}

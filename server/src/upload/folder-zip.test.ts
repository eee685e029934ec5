import fc from 'fast-check';
import { Messages } from '@vault/contract';
import { describe, expect, it } from 'vitest';
import { VaultError } from '../http/index.ts';
import { bufferSource, ZipError } from '../platform/zip/index.ts';
import { type RawEntry, rawZip, type RawZipOptions } from '../testing/raw-zip.ts';
import { type FolderZipRules, openFolderZip } from './folder-zip.ts';

const MIB = 1024 * 1024;
const rules: FolderZipRules = { folderName: 'Docs', maxUploadBytes: 10 * MIB, nameCharacters: 'spec' };
const open = (entries: RawEntry[], options?: RawZipOptions, more: Partial<FolderZipRules> = {}) =>
  openFolderZip(bufferSource(rawZip(entries, options)), { ...rules, ...more });
const file = (name: string | Buffer, more: Partial<RawEntry> = {}): RawEntry => ({
  name,
  content: 'text',
  ...more,
});

const bytesOf = async (chunks: AsyncIterable<Buffer>) => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};
const unpackAll = async (entries: RawEntry[]) => {
  const zip = await open(entries);
  const found = new Map<string, string>();
  for (const each of zip.files) found.set(each.path, (await bytesOf(zip.unpack(each))).toString());
  return Object.fromEntries(found);
};

describe("a folder's ZIP", () => {
  it('D-22 UPLOAD-34 the ZIP is unpacked file by file with each path, without empty folders', async () => {
    const files = await unpackAll([
      file('Docs/'),
      file('Docs/a.txt', { content: 'stored' }),
      file('Docs/empty/'),
      file('Docs/sub/b.txt', { content: 'packed '.repeat(1000), method: 8 }),
      file('Docs/sub/c.txt', { content: 'streamed', method: 8, hasDescriptor: true }),
      file('Docs/none.txt', { content: '' }),
    ]);
    expect(files).toEqual({
      'Docs/a.txt': 'stored',
      'Docs/sub/b.txt': 'packed '.repeat(1000),
      'Docs/sub/c.txt': 'streamed',
      'Docs/none.txt': '',
    });
  });

  it('contract 10.5 each name in the path of an entry is trimmed', async () => {
    const { files } = await open([file(' Docs / sub /  a.txt ')]);
    expect(files.map(({ path }) => path)).toEqual(['Docs/sub/a.txt']);
  });

  it('contract 10.20 names are compared in NFC when letters of every language are allowed', async () => {
    const { files } = await open(
      [file('Zoe\u0308/a.txt')],
      {},
      { folderName: 'Zoë', nameCharacters: 'unicode' },
    );
    expect(files.map(({ path }) => path)).toEqual(['Zoë/a.txt']);
  });

  it('contract 10.12 entries with forbidden names are unpacked; the transfer returns their codes', async () => {
    const { files } = await open([file('Docs/a:b.txt'), file('Docs/x*/c.txt'), file('Docs//d.txt')]);
    expect(files.map(({ path, isReadable }) => [path, isReadable])).toEqual([
      ['Docs/a:b.txt', true],
      ['Docs/x*/c.txt', true],
      ['Docs//d.txt', true],
    ]);
  });

  it.each([
    ['a link', file('Docs/l', { mode: 0o120777, content: '/etc/passwd' })],
    ['a device', file('Docs/d', { mode: 0o020666 })],
    ['an encrypted entry', file('Docs/e', { method: 8, flags: 0x801 })],
    ['an entry of an unknown method', file('Docs/m', { method: 14 })],
  ])('contract 10.12 %s is not unpacked; the other entries are', async (_, entry) => {
    const { files } = await open([file('Docs/a.txt', { mode: 0o100644 }), entry]);
    expect(files.map(({ isReadable }) => isReadable)).toEqual([true, false]);
  });

  it('an entry with damaged bytes does not affect other entries', async () => {
    const zip = await open([
      file('Docs/crc', { claims: { crc32: 1 } }),
      file('Docs/deflate', { method: 8, packed: Buffer.from('this is no deflate') }),
      file('Docs/large', { method: 8, content: Buffer.alloc(MIB, 'ab'), packed: Buffer.alloc(70_000, 7) }),
    ]);
    for (const each of zip.files) {
      await expect(bytesOf(zip.unpack(each))).rejects.toMatchObject({ name: 'ZipError', problem: 'damaged' });
    }
  });
});

describe("T-54 a folder's ZIP that is refused as a whole", () => {
  const { folderArchiveUnsafe, folderArchiveTooLarge, folderArchiveInvalid } = Messages;

  it.each([
    ['a path with ..', '../evil.txt'],
    ['a path with .. inside', 'Docs/../../evil.txt'],
    ['a path with .. and spaces', 'Docs/ .. /evil.txt'],
    ['a path with .. at the end', 'Docs/..'],
    ['a folder named ..', 'Docs/../'],
    ['an absolute path', '/Docs/a.txt'],
    ['a path of two slashes', '//server/Docs/a.txt'],
    ['a backslash', String.raw`Docs\a.txt`],
    ['a path with .. and backslashes', String.raw`Docs\..\..\evil.txt`],
    ['a backslash inside', String.raw`Docs/sub\a.txt`],
    ['a drive letter', 'C:/Docs/a.txt'],
    ['only a drive letter', 'C:evil.txt'],
    ['another top folder', 'Other/a.txt'],
    ['another top folder that is empty', 'Other/'],
    ['a top folder in other case', 'docs/a.txt'],
    ['no folder', 'a.txt'],
    ['only the top folder as a file', 'Docs'],
    ['no name', ''],
    ['the same name again', 'Docs/a.txt'],
    ['the same name after trimming', 'Docs/ a.txt '],
  ])('the ZIP is refused for %s', async (_, name) => {
    await expect(open([file('Docs/a.txt'), file(name)])).rejects.toMatchObject({
      code: 400,
      message: folderArchiveUnsafe,
    });
  });

  const many = (count: number) => Array.from({ length: count }, (_, i) => file(`Docs/${i}`, { content: '' }));

  it.each<[string, RawEntry[]]>([
    ['more than 10,000 entries', many(10_001)],
    [
      'more unpacked than four times the largest upload',
      Array.from({ length: 5 }, (_, i) =>
        file(`Docs/${i}`, { method: 8, claims: { sizeBytes: 9 * MIB }, packed: Buffer.alloc(MIB) }),
      ),
    ],
    [
      'an entry above 1 MiB packed better than 1:200',
      [file('Docs/a', { content: Buffer.alloc(2 * MIB), method: 8 })],
    ],
    ['a stated size of 4 GiB', [file('Docs/a', { method: 8, claims: { sizeBytes: 0xfffffffe } })]],
    ['a path of 5,000 characters', [file(`Docs/${'x'.repeat(5000)}`)]],
    ['a path of 300 folders', [file(`Docs/${'d/'.repeat(300)}a.txt`)]],
  ])('the ZIP is refused for %s', async (_, entries) => {
    await expect(open(entries)).rejects.toMatchObject({ code: 400, message: folderArchiveTooLarge });
  });

  it('a ZIP that is exactly at the limits is accepted', async () => {
    expect((await open(many(10_000))).files).toHaveLength(10_000);
    expect((await open([file('Docs/a', { content: Buffer.alloc(MIB), method: 8 })])).files).toHaveLength(1);
  });

  const [a, b] = [file('Docs/a'), file('Docs/b')] as const;

  it.each<[string, RawEntry[], RawZipOptions]>([
    ['overlapping entries', [a, { ...b, claims: { headerStart: 0 } }], {}],
    ['entries that reach into the next one', [{ ...a, claims: { packedBytes: 20, sizeBytes: 20 } }, b], {}],
    [
      'an entry that reaches into the directory',
      [a, { ...b, claims: { packedBytes: 60, sizeBytes: 60 } }],
      {},
    ],
    ['stored bytes of another length', [{ ...a, claims: { sizeBytes: 3 } }], {}],
    ['entries that are not counted', [a, b], { entryCount: 1 }],
    ['entries that do not exist', [a], { entryCount: 2 }],
    ['bytes before it', [a], { prefix: Buffer.alloc(100) }],
  ])('the ZIP is refused for %s', async (_, entries, options) => {
    await expect(open(entries, options)).rejects.toMatchObject({ code: 400, message: folderArchiveInvalid });
  });

  it.each<[string, RawEntry]>([
    [
      'a size that is too small',
      file('Docs/a', { content: 'x'.repeat(100), method: 8, claims: { sizeBytes: 50 } }),
    ],
    [
      'a size that is too large',
      file('Docs/a', { content: 'x'.repeat(100), method: 8, claims: { sizeBytes: 500 } }),
    ],
    ['a size of zero', file('Docs/a', { content: 'x'.repeat(100), method: 8, claims: { sizeBytes: 0 } })],
    [
      'a large file with a false size',
      file('Docs/a', {
        content: Buffer.from(Array.from({ length: MIB }, (_, i) => (i * i) % 251)),
        method: 8,
        claims: { sizeBytes: 600_000 },
      }),
    ],
    ['another name in its own header', file('Docs/a', { local: { name: 'Docs/b' } })],
    ['another method in its own header', file('Docs/a', { local: { method: 8 } })],
    ['another size in its own header', file('Docs/a', { local: { sizeBytes: 1 } })],
    [
      'a header that reaches into the next entry',
      file('Docs/a', { local: { name: 'Docs/aaaaaaaaaaaaaaaaaaaaaaaaaaa' } }),
    ],
  ])('the ZIP is refused during unpacking for %s', async (_, entry) => {
    const zip = await open([entry, file('Docs/next')]);
    const [first] = zip.files;
    await expect(bytesOf(zip.unpack(first!))).rejects.toMatchObject({ problem: 'lying' });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['not a ZIP', Buffer.from('not a ZIP at all')],
    ['a truncated ZIP', rawZip([a, b]).subarray(0, 150)],
    ['a ZIP with bytes after it', Buffer.concat([rawZip([a]), Buffer.from('more')])],
    ['a ZIP of end records', Buffer.from('PK\x05\x06'.repeat(5000), 'latin1')],
  ])('the ZIP is refused for %s', async (_, bytes) => {
    await expect(openFolderZip(bufferSource(bytes), rules)).rejects.toMatchObject({
      code: 400,
      message: folderArchiveInvalid,
    });
  });
});

describe('ZIPs with random content', () => {
  const part = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9 _.-]{0,12}[A-Za-z0-9]$/);
  const paths = fc.uniqueArray(
    fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
    { maxLength: 30 },
  );

  it('each file is unpacked with its original bytes', async () => {
    const content = fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.constant(Buffer.alloc(700_000, 'abc')));
    await fc.assert(
      fc.asyncProperty(
        paths,
        fc.infiniteStream(content),
        fc.infiniteStream(fc.constantFrom(0, 8)),
        async (names, contents, methods) => {
          const entries = names.map((name) => ({
            name: `Docs/${name}`,
            content: contents.next().value,
            method: methods.next().value,
          }));
          const found = await unpackAll(entries);
          expect(found).toEqual(
            Object.fromEntries(
              entries.map(({ name, content: bytes }) => [name, Buffer.from(bytes).toString()]),
            ),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('a damaged ZIP is refused or loses one file; the damage has no other effect', async () => {
    const whole = rawZip([
      file('Docs/a.txt', { method: 8, content: 'packed '.repeat(50) }),
      file('Docs/sub/'),
      file('Docs/sub/b.txt', { hasDescriptor: true }),
    ]);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const cut = bytes.subarray(0, changes.length % 2 === 0 ? whole.length : length);
        try {
          const zip = await openFolderZip(bufferSource(cut), rules);
          for (const each of zip.files) {
            expect(each.path.startsWith('Docs/')).toBe(true);
            if (each.isReadable) expect(await bytesOf(zip.unpack(each))).toHaveLength(each.sizeBytes);
          }
        } catch (error) {
          expect(error instanceof VaultError || error instanceof ZipError ? 'refused' : error).toBe(
            'refused',
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('entry names with arbitrary bytes are refused or stay inside the folder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 30 }), fc.boolean(), async (name, isUtf8) => {
        const raw = Buffer.concat([Buffer.from('Docs/'), name]);
        try {
          const { files } = await open([file(raw, { flags: isUtf8 ? 0x800 : 0 })]);
          for (const { path } of files) {
            expect(path.startsWith('Docs/')).toBe(true);
            expect(path.split('/')).not.toContain('..');
            expect(path).not.toContain('\\');
            expect(path).not.toContain('\0');
          }
        } catch (error) {
          expect(error).toBeInstanceOf(VaultError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

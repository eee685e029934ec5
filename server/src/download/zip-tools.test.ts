import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entry, open as openZip } from 'yauzl';
import { bytesOf, MemoryContents } from './fixtures/memory-contents.ts';
import { entriesOf } from './entries.ts';
import { downloadOf } from './frozen.ts';
import type { StoredVersion } from './queries.ts';
import { type ZipEntry, zipLayout } from './zip-layout.ts';

/** The archives are opened by real programs; a program that is not installed is reported in the title as skipped. */
const run = promisify(execFile);
const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

interface Tool {
  program: string;
  /** fails unless every byte is right */
  check(archive: string): Promise<unknown>;
  list(archive: string): Promise<string[]>;
  unpack(archive: string, folder: string): Promise<unknown>;
}

const MANY = { maxBuffer: 64 * 1024 * 1024 };
const lines = ({ stdout }: { stdout: string }): string[] => stdout.split('\n').filter((line) => line !== '');
const python = (code: string, ...args: string[]) => run('python3', ['-c', code, ...args], MANY);

const TOOLS: Tool[] = [
  {
    program: 'unzip',
    check: (archive) => run('unzip', ['-tqq', archive]),
    list: async (archive) => lines(await run('unzip', ['-Z1', archive], MANY)),
    unpack: (archive, folder) => run('unzip', ['-q', archive, '-d', folder]),
  },
  {
    program: '7z',
    check: (archive) => run('7z', ['t', archive]),
    list: async (archive) => {
      const found = lines(await run('7z', ['l', '-slt', '-ba', archive], MANY));
      const value = (line: string) => line.slice('Path = '.length);
      const folders = new Set(
        found.flatMap((line, n) => (found[n + 1] === 'Folder = +' ? [value(line)] : [])),
      );
      const paths = found.filter((line) => line.startsWith('Path = ')).map(value);
      return paths.map((path) => (folders.has(path) ? `${path}/` : path));
    },
    unpack: (archive, folder) => run('7z', ['x', `-o${folder}`, archive]),
  },
  {
    program: 'python3',
    check: (archive) =>
      python('import sys,zipfile as z; sys.exit(z.ZipFile(sys.argv[1]).testzip() is not None)', archive),
    list: async (archive) =>
      lines(
        await python(
          'import sys,zipfile as z; print("\\n".join(z.ZipFile(sys.argv[1]).namelist()))',
          archive,
        ),
      ),
    unpack: (archive, folder) =>
      python('import sys,zipfile as z; z.ZipFile(sys.argv[1]).extractall(sys.argv[2])', archive, folder),
  },
  {
    // streams when it reads from a pipe
    program: 'bsdtar',
    check: (archive) => run('sh', ['-c', 'cat "$1" | bsdtar -xOf - > /dev/null', 'sh', archive]),
    list: async (archive) => lines(await run('sh', ['-c', 'cat "$1" | bsdtar -tf -', 'sh', archive], MANY)),
    unpack: (archive, folder) => run('sh', ['-c', 'cat "$1" | bsdtar -xf - -C "$2"', 'sh', archive, folder]),
  },
];
const tools = TOOLS.map((tool) => ({
  ...tool,
  skipped: has(tool.program) ? '' : ' (not installed here: skipped)',
}));

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vault-zip-'));
});
afterAll(() => rm(base, { recursive: true }));

describe('DOWNLOAD-16 the archive keeps names, folders, bytes and times', () => {
  const CONTENT: Record<string, string> = {
    'Plan.txt': 'the plan',
    'Taxes 2026/empty.txt': '',
    'Taxes 2026/Zoë & 王 (1).txt': 'letters of every language',
    'Taxes 2026/big.bin': 'x'.repeat(3_000_000),
  };
  const paths = [...Object.keys(CONTENT), 'Empty folder/'];
  let archive: string;
  beforeAll(async () => {
    const contents = new MemoryContents();
    const files = Object.entries(CONTENT).map(([path, text]) => contents.file(path, Buffer.from(text)));
    const folder: ZipEntry = { kind: 'folder', path: 'Empty folder', modifiedAt: new Date(0) };
    archive = join(base, 'names.zip');
    await writeFile(
      archive,
      await bytesOf(contents, zipLayout([...files, folder]), { bufferBytes: 100_000 }),
    );
  });

  for (const tool of tools) {
    test.skipIf(tool.skipped)(`${tool.program} opens the archive${tool.skipped}`, async () => {
      await tool.check(archive);
      expect(await tool.list(archive)).toEqual(paths);
      const folder = join(base, `with ${tool.program}`);
      await mkdir(folder);
      await tool.unpack(archive, folder);
      for (const [path, text] of Object.entries(CONTENT)) {
        expect(await readFile(join(folder, path), 'utf8')).toBe(text);
      }
      expect(await readdir(join(folder, 'Empty folder'))).toEqual([]);
    });
  }

  const unzip = tools.find((tool) => tool.program === 'unzip');
  test.skipIf(unzip?.skipped)(`unzip restores times and permissions${unzip?.skipped}`, async () => {
    const folder = join(base, 'times');
    await run('unzip', ['-q', archive, '-d', folder]);
    const { mtime, mode } = await stat(join(folder, 'Plan.txt'));
    expect(mtime.toISOString()).toBe('2026-11-20T10:20:30.000Z');
    expect((mode & 0o777).toString(8)).toBe('644');
    expect(((await stat(join(folder, 'Empty folder'))).mode & 0o777).toString(8)).toBe('755');
  });

  test('yauzl opens the archive and finds the same names', async () => {
    expect(await yauzlEntries(archive)).toEqual(paths);
  });
});

describe('GUARD-40 an archive with changed names', () => {
  let archive: string;
  const NAMES = ['CON_.txt', 'Plan.txt', 'plan (1).txt', '_names.txt'];
  beforeAll(async () => {
    const contents = new MemoryContents();
    const modifiedAt = new Date('2026-11-20T10:20:30Z');
    const version = (name: string): StoredVersion => {
      const { sizeBytes, crc32, sha256 } = contents.file(name, Buffer.from(`content of ${name}`));
      const ids = { fileId: name, versionId: name, parentId: '' };
      return {
        ...ids,
        name,
        isCurrent: true,
        createdAt: modifiedAt,
        sizeBytes,
        crc32,
        sha256,
        isDamaged: false,
      };
    };
    const files = ['CON.txt', 'Plan.txt', 'plan.txt'].map(version);
    const entries = entriesOf({ items: [], files, below: [] }, []);
    const { layout } = downloadOf({ recordId: '', name: 'files.zip', form: 'zip', entries });
    archive = join(base, 'changed.zip');
    await writeFile(archive, await bytesOf(contents, layout, { bufferBytes: 100 }));
  });

  for (const tool of tools) {
    test.skipIf(tool.skipped)(`GUARD-40 ${tool.program} unpacks all of them${tool.skipped}`, async () => {
      await tool.check(archive);
      expect(await tool.list(archive)).toEqual(NAMES);
      const folder = join(base, `changed with ${tool.program}`);
      await mkdir(folder);
      await tool.unpack(archive, folder);
      expect(await readFile(join(folder, 'plan (1).txt'), 'utf8')).toBe('content of plan.txt');
      const list = await readFile(join(folder, '_names.txt'), 'utf8');
      expect(list).toContain('\r\nCON.txt -> CON_.txt\r\nplan.txt -> plan (1).txt\r\n');
    });
  }
});

test('an archive without entries can be opened', async () => {
  const archive = join(base, 'nothing.zip');
  await writeFile(archive, await bytesOf(new MemoryContents(), zipLayout([])));
  expect(await yauzlEntries(archive)).toEqual([]);
});

describe('ZIP64', () => {
  describe('more than 65,535 entries', () => {
    const COUNT = 66_000;
    let archive: string;
    beforeAll(async () => {
      const contents = new MemoryContents();
      const file = contents.file('x', Buffer.from('x'));
      const entries = Array.from({ length: COUNT }, (_, n) => ({ ...file, path: `${n % 100}/${n}.txt` }));
      archive = join(base, 'many.zip');
      await writeFile(archive, await bytesOf(contents, zipLayout(entries), { bufferBytes: 1_000_000 }));
    });

    for (const tool of tools) {
      test.skipIf(tool.skipped)(`${tool.program} finds all entries${tool.skipped}`, async () => {
        const names = await tool.list(archive);
        expect(names).toHaveLength(COUNT);
        expect(names.at(-1)).toBe(`${(COUNT - 1) % 100}/${COUNT - 1}.txt`);
      });
    }
    test('yauzl finds all entries', async () => {
      expect(await yauzlEntries(archive)).toHaveLength(COUNT);
    });
  });

  describe('a member above 4 GiB, and members behind it', () => {
    const LARGE = 4 * 1024 ** 3 + 5;
    let archive: string;
    beforeAll(async () => {
      const contents = new MemoryContents();
      const small = contents.file('small.txt', Buffer.from('behind the large one'));
      const entries: ZipEntry[] = [
        { ...small, path: 'large.bin', sizeBytes: LARGE, crc32: 0, sha256: Buffer.alloc(32) },
        small,
        { kind: 'folder', path: 'folder', modifiedAt: small.modifiedAt },
      ];
      archive = join(base, 'large.zip');
      // The large blob is a hole in the file: no bytes are written for it.
      const file = await open(archive, 'w');
      let at = 0;
      for (const segment of zipLayout(entries).segments(0, Infinity)) {
        const bytes = segment.kind === 'bytes' ? segment.bytes : contents.bytesOf(segment.sha256);
        if (bytes) await file.write(bytes, 0, bytes.length, at);
        at += segment.kind === 'bytes' ? segment.bytes.length : segment.end - segment.start;
      }
      await file.close();
    });

    // 7z and bsdtar are not tested here, because they read the large member to reach the last one.
    test.skipIf(!has('unzip'))('unzip reads a member behind the large one', async () => {
      const { stdout } = await run('unzip', ['-p', archive, 'small.txt']);
      expect(stdout).toBe('behind the large one');
      expect((await run('unzip', ['-Zl', archive])).stdout).toContain(String(LARGE));
    });
    test.skipIf(!has('python3'))('python3 reads a member behind the large one', async () => {
      const code = `import sys,zipfile as z; a=z.ZipFile(sys.argv[1]); print(a.getinfo("large.bin").file_size, a.read("small.txt").decode())`;
      expect(lines(await python(code, archive))).toEqual([`${LARGE} behind the large one`]);
    });
    test.skipIf(!has('7z'))('7z lists the sizes', async () => {
      expect((await run('7z', ['l', '-slt', '-ba', archive])).stdout).toContain(`Size = ${LARGE}`);
    });
    test('yauzl finds all members', async () => {
      expect(await yauzlEntries(archive)).toEqual(['large.bin', 'small.txt', 'folder/']);
    });
  });
});

/** The names in an archive, read by yauzl, which checks every record of the directory. */
function yauzlEntries(archive: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    openZip(archive, { lazyEntries: false, strictFileNames: true }, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      const names: string[] = [];
      zip.on('entry', (entry: Entry) => names.push(entry.fileName));
      zip.on('end', () => resolve(names)).on('error', reject);
    });
  });
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programAt } from '../programs.ts';

const CALLS = { open: 1, read: 2, write: 3, sync: 4, rename: 5, unlink: 6 } as const;
export type DiskCall = keyof typeof CALLS;

export interface DiskFault {
  call: DiskCall;
  /** a part of the path of the call, such as '/blobs/' */
  path: string;
  /** errno such as 'EIO'; null: the call succeeds after `hangMs` */
  code: 'EIO' | 'ENOSPC' | 'EROFS' | 'EMFILE' | 'EDQUOT' | null;
  /** the first matching call that fails, 1 for the next one */
  nth?: number;
  /** the number of failing calls from there */
  times?: number;
  hangMs?: number;
}

/** Debian: gcc, libc6-dev */
const COMPILER = programAt('gcc');

const CONTROL_BYTES = 256;
const HITS_AT = 20;
const PATH_AT = 24;
const ALL = 0xff_ff_ff_ff;

/**
 * Makes chosen file system calls fail in a server process of a test (SAFE-24): a small library, loaded by LD_PRELOAD,
 * reads its instructions from a file that both processes have mapped.
 */
export class FailingDisk {
  readonly #folder: string;
  readonly #control: FileHandle;
  /** for the environment of the process */
  readonly env: Record<string, string>;

  private constructor(folder: string, control: FileHandle, env: Record<string, string>) {
    this.#folder = folder;
    this.#control = control;
    this.env = env;
  }

  /** True when this machine supports it: Linux with a C compiler. */
  static readonly isPossible = process.platform === 'linux' && COMPILER !== null;

  /** @throws Error when there is no C compiler */
  static async create(): Promise<FailingDisk> {
    if (COMPILER === null) throw new Error('gcc is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'vault-faults-'));
    const library = join(folder, 'failing-calls.so');
    const source = join(import.meta.dirname, 'failing-calls.c');
    await promisify(execFile)(COMPILER, ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl']);
    const file = join(folder, 'control');
    const control = await open(file, 'w+');
    await control.write(Buffer.alloc(CONTROL_BYTES), 0, CONTROL_BYTES, 0);
    return new FailingDisk(folder, control, { LD_PRELOAD: library, FAILING_CALLS: file });
  }

  /** Makes calls fail as described; replaces the previous description. */
  async fail({ call, path, code, nth = 1, times = ALL, hangMs = 0 }: DiskFault): Promise<void> {
    const control = Buffer.alloc(CONTROL_BYTES);
    const errno = code === null ? 0 : constants.errno[code];
    for (const [n, value] of [CALLS[call], nth - 1, times, errno, hangMs, 0].entries()) {
      control.writeUInt32LE(value, n * 4);
    }
    control.write(path, PATH_AT);
    await this.clear();
    // The name of the call is written last, because without it no call matches.
    await this.#control.write(control, 4, CONTROL_BYTES - 4, 4);
    await this.#control.write(control, 0, 4, 0);
  }

  /** Stops the failures. */
  async clear(): Promise<void> {
    await this.#control.write(Buffer.alloc(4), 0, 4, 0);
  }

  /** The number of calls that have failed, or been delayed, since `fail`. */
  async hits(): Promise<number> {
    const hits = Buffer.alloc(4);
    await this.#control.read(hits, 0, 4, HITS_AT);
    return hits.readUInt32LE();
  }

  async close(): Promise<void> {
    await this.#control.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

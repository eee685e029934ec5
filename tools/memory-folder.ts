import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const FOLDER = '/dev/shm';
const TMPFS = 0x01_02_19_94;
/** Several times the space that the unit tests need at the same time. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * The folder for temporary files in memory: a test database is created there in a tenth of the time, and a sync costs
 * nothing (docs/decisions/test-speed.md).
 * @returns null where it is missing, too small or without permission to execute files
 */
export function memoryFolder(): string | null {
  try {
    const { type, bavail, bsize } = statfsSync(FOLDER);
    if (type !== TMPFS || Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) return null;
    accessSync(FOLDER, constants.W_OK);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.findLast((line) => line.split(' ')[1] === FOLDER)?.split(' ')[3] ?? '';
    return options.split(',').includes('noexec') ? null : FOLDER;
  } catch {
    return null;
  }
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;
/** malloc_trim(3): returns the free memory of the heap to the system, except so many bytes at its end. */
type Trim = (keptBytes: number) => number;

let collectGarbage: CollectGarbage | undefined;
let trim: Promise<Trim | null> | undefined;

/**
 * Collects all garbage, and returns the memory that V8 and the C library have freed to the system. After other
 * collections V8 keeps the freed pages in a pool.
 */
export async function releaseMemory(): Promise<void> {
  collectGarbage ??= exposeCollection();
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  trim ??= loadTrim();
  (await trim)?.(0);
}

/** V8 adds `gc` to the contexts that are created after its flag is set. */
function exposeCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as CollectGarbage;
}

/**
 * @returns null where the C library is not glibc, such as on macOS and Alpine Linux, or `koffi` has no build for the
 * system: the C library keeps its memory there
 */
async function loadTrim(): Promise<Trim | null> {
  try {
    const { default: koffi } = await import('koffi');
    return koffi.load(null).func('int malloc_trim(size_t keptBytes)');
  } catch {
    return null;
  }
}

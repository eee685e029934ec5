const MIB = 1024 * 1024;

/** Above every limit of a preview (LIMIT-13 to LIMIT-16). */
export const MAX_DOCUMENT_BYTES = 100 * MIB;
export const MAX_PAGE_BYTES = 64 * MIB;
export const MAX_HEAD_BYTES = 64 * 1024;

/** Above this resident memory the process is killed. */
export const MAX_RESIDENT_BYTES = 512 * MIB;
/** V8's heap; buffers and native libraries use the rest. */
export const MAX_HEAP_MIB = 320;

/** Limits of the system (prlimit), where it has them: a backstop behind those that the server watches. */
export const SYSTEM_LIMITS = [
  // writable memory, touched or not: allocations between two checks of the resident memory
  `--data=${2048 * MIB}`,
  // it writes no file
  '--fsize=0',
  // ends a process whose server died during a read
  '--cpu=120',
  '--core=0',
  '--nofile=256',
];

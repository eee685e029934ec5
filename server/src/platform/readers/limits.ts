const MIB = 1024 * 1024;

/** Above every limit of a preview (LIMIT-13 to LIMIT-16). */
export const MAX_DOCUMENT_BYTES = 100 * MIB;
export const MAX_PAGE_BYTES = 64 * MIB;
export const MAX_HEAD_BYTES = 64 * 1024;

/** Above this resident memory the process is killed. */
export const MAX_RESIDENT_BYTES = 512 * MIB;
/** V8's heap; buffers and native libraries use the rest. */
export const MAX_HEAP_MIB = 320;

/** Limits that the system enforces (prlimit), if it can. They are a backstop for the limits that the server checks. */
export const SYSTEM_LIMITS = [
  // all writable memory, used or not: limits what is allocated between two checks of the resident memory
  `--data=${2048 * MIB}`,
  // the process writes no file
  '--fsize=0',
  // CPU time: ends a process whose server died during a read
  '--cpu=120',
  '--core=0',
  '--nofile=256',
];

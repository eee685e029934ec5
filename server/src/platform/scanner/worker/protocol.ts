import type { Verdict } from '../scanner.ts';

/** A file of YARA rules, read. */
export interface RuleFile {
  /** as it is named in messages */
  path: string;
  text: string;
  /**
   * Shipped rules look for patterns wherever they stand, and for nothing else. So what one of them finds in a
   * file it also finds in that file beside others, and many small files can be judged in one go.
   */
  isShipped: boolean;
}

/** What a worker is started with. */
export interface Equipment {
  /** the compiled WebAssembly module of YARA-X, shared by all workers */
  module: unknown;
  rules: readonly RuleFile[];
}

/** Between the server and a worker bytes change hands with the message, they are not copied. This: to a worker. */
export type Order =
  /** a file that fits one window, whole */
  | { kind: 'whole'; id: number; bytes: Uint8Array }
  /** a larger one, which the worker asks for */
  | { kind: 'large'; id: number; sizeBytes: number }
  /** the answer to `want`; null when reading failed */
  | { kind: 'bytes'; id: number; bytes: Uint8Array | null };

/** From a worker to the server. */
export type Report =
  | { kind: 'ready' }
  /** a sign of life in the middle of a scan */
  | { kind: 'alive' }
  /** a rule file is wrong: the message is for the person who wrote it */
  | { kind: 'unfit'; message: string }
  /** `room`: memory for the answer, which goes back and forth */
  | { kind: 'want'; id: number; position: number; length: number; room: Uint8Array }
  /** `scans`: how often the engine has run in this worker so far */
  | { kind: 'verdict'; id: number; verdict: Verdict; scans: number };

/** The engine takes whole buffers only: larger files are judged by windows of this size … */
export const WINDOW_BYTES = 8 * 1024 * 1024;
/** … that share this much with the next one, so that a pattern on a border is whole in one of them. */
export const OVERLAP_BYTES = 64 * 1024;

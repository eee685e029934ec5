import type { Verdict } from '../scanner.ts';

/** The content of a file of YARA rules. */
export interface RuleFile {
  /** the name of the file in messages */
  path: string;
  text: string;
  /**
   * Shipped rules match patterns at any position only. So a match in a file is also a match in joined files, and many
   * small files can be scanned together.
   */
  isShipped: boolean;
}

/** Limits of looking through one file (GUARD-41); tests have smaller ones. */
export interface InspectionLimits {
  /** the bytes that a small file can unpack to */
  minBytes: number;
  /** a larger member is stored in a file, unless it can be looked through as a stream */
  maxMemoryBytes: number;
}

const MIB = 1024 * 1024;
/** Real archives rarely grow more than fourfold; a scanned page of a PDF can unpack from 2 MB to 26. */
export const INSPECTION_LIMITS: InspectionLimits = { minBytes: 1024 * MIB, maxMemoryBytes: 64 * MIB };

/** The start data of a worker. */
export interface WorkerData {
  /** the compiled WebAssembly module of YARA-X, shared by all workers */
  module: unknown;
  rules: readonly RuleFile[];
  /** where members are stored that are too large for memory */
  temporaryDirectory: string;
  limits: InspectionLimits;
}

/** A file to be scanned; `sender` as in `Scanner.scan`. */
interface FileOrder {
  id: number;
  sender: string | undefined;
}

/** Messages to a worker. Bytes are transferred between the server and a worker, not copied. */
export type Order =
  /** a complete file that fits one window */
  | (FileOrder & { kind: 'whole'; bytes: Uint8Array })
  /** a larger file, which the worker reads by `want` */
  | (FileOrder & { kind: 'large'; sizeBytes: number })
  /** the reply to `want`; null when reading failed */
  | { kind: 'bytes'; id: number; bytes: Uint8Array | null };

/** Messages from a worker to the server. */
export type Report =
  | { kind: 'ready' }
  /** a report during a scan that the worker is alive */
  | { kind: 'alive' }
  /** a rule file is wrong: the message is for its author */
  | { kind: 'unfit'; message: string }
  /** `room`: memory for the reply, which is transferred back and forth */
  | { kind: 'want'; id: number; position: number; length: number; room: Uint8Array }
  /** `scans`: the number of runs of the engine in this worker */
  | { kind: 'verdict'; id: number; verdict: Verdict; scans: number };

/** The engine accepts only complete buffers, so larger files are scanned in windows of this size. */
export const WINDOW_BYTES = 8 * MIB;
/** Windows overlap by this many bytes, so that a pattern on a border is complete in one of them. */
export const OVERLAP_BYTES = 64 * 1024;

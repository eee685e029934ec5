import type { ErrorCode, SubmissionDetail, ScanItem, TransferDetail } from '@vault/contract';
import { type Outage, outageOfStatus } from '../../availability/index.ts';
import type { UploadTarget } from './item.ts';

/** The failure of a stage, with a message for the person and the code that determines where a restart continues. */
export class StageError extends Error {
  override readonly name = 'StageError';
  /** the envelope's code or the HTTP status; 0 when the server was not reached */
  readonly code: number;
  /** the code of the refusal (TOOLS-02); null when the reply has none, such as that of an object store */
  readonly errorCode: ErrorCode | null;
  /** the outage that the call met; null for other failures */
  readonly outage: Outage | null;

  constructor(
    code: number,
    message: string,
    {
      errorCode = null,
      outage = outageOfStatus(code),
    }: { errorCode?: ErrorCode | null | undefined; outage?: Outage | null } = {},
  ) {
    super(message);
    this.code = code;
    this.errorCode = errorCode;
    this.outage = outage;
  }
}

/** The result for one key; `sameAs` as in {@link SubmissionDetail}. */
export type Transferred = TransferDetail & Pick<SubmissionDetail, 'sameAs'>;

/** A file that is sent together with others. */
export interface SmallFile {
  uid: string;
  fileName: string;
  bytes: Blob;
}

/**
 * The network calls of the pipeline: the four calls of contract 5.3, and one for several small files. Each rejects with
 * a StageError.
 */
export interface Transport {
  /**
   * Requests an upload address (C17).
   * @param fileName the name of the item; for the ZIP of a folder with `.zip`
   * @returns the signed upload address
   */
  prepare: (input: { uid: string; fileName: string; signal: AbortSignal }) => Promise<string>;
  /** C18: sends the bytes to the signed address, without a token (T-47). */
  send: (input: {
    url: string;
    bytes: Blob;
    /** the files of which the bytes consist */
    files: readonly File[];
    fileName: string;
    onProgress: (sentBytes: number) => void;
    /** reports bytes that the server already has from an earlier attempt (C53); they do not count for the speed */
    onFound: (bytes: number) => void;
    signal: AbortSignal;
  }) => Promise<void>;
  /** Scans sent bytes (C19). */
  scan: (input: { uid: string; isFolder: boolean; signal: AbortSignal }) => Promise<ScanItem[]>;
  /**
   * The three calls above for several small files with one call (C142, C143).
   * @returns the results of their scans, in their order; an error of one file is the error of the call
   */
  sendFiles: (input: { files: readonly SmallFile[]; signal: AbortSignal }) => Promise<ScanItem[]>;
  /** Transfers scanned files into their folder (C20). */
  transfer: (input: {
    keys: string[];
    target: UploadTarget;
    /** the same for all files that were chosen together */
    batch: string;
    signal: AbortSignal;
  }) => Promise<Transferred[]>;
}

/** The network calls of one item. */
export interface ItemTransport extends Omit<Transport, 'sendFiles'> {
  /**
   * Sends and scans a small file together with those of other items.
   * @returns null when the file must be sent separately
   */
  sendTogether: (input: SmallFile & { signal: AbortSignal }) => Promise<ScanItem | null>;
}

/** One file of a folder's ZIP: its path, starting with the top folder, and its bytes. */
export interface PackEntry {
  path: string;
  file: File;
}

/** Packs a folder's files into one ZIP (UPLOAD-27). */
export type Pack = (input: {
  entries: readonly PackEntry[];
  onProgress: (doneBytes: number) => void;
  signal: AbortSignal;
}) => Promise<Blob>;

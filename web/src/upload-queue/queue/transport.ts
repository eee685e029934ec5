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

/** The network calls of the pipeline: the four calls of contract 5.3. Each rejects with a StageError. */
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
    fileName: string;
    onProgress: (sentBytes: number) => void;
    /** reports bytes that the server already has from an earlier attempt (C53); they do not count for the speed */
    onFound: (bytes: number) => void;
    signal: AbortSignal;
  }) => Promise<void>;
  /**
   * Scans sent bytes (C19).
   * @param isSmall whether the scan takes a moment, so that others can wait for it
   */
  scan: (input: {
    uid: string;
    isFolder: boolean;
    isSmall: boolean;
    signal: AbortSignal;
  }) => Promise<ScanItem[]>;
  /**
   * The same for several items with one call (C140, C141), results in their order; refused for one, refused for all. A
   * request has no such calls.
   */
  prepareFiles?: (input: {
    files: readonly { uid: string; fileName: string }[];
    signal: AbortSignal;
  }) => Promise<string[]>;
  scanFiles?: (input: { uids: readonly string[]; signal: AbortSignal }) => Promise<ScanItem[]>;
  /** Transfers scanned files into their folder (C20). */
  transfer: (input: {
    keys: string[];
    target: UploadTarget;
    /** the same for all files that were chosen together */
    batch: string;
    signal: AbortSignal;
  }) => Promise<Transferred[]>;
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

/**
 * The states of one upload (product specification, section 4), one type per status, so that an impossible state (a
 * completed upload with a reason, an infected one that can be restarted) does not compile.
 *
 *     Waiting -> Uploading -> Scanning -> Completed
 *        |           |            |
 *        |           |            +-> Scan Failed (the scan failed, or a virus: then final)
 *        |           |            +-> Failed (the transfer into the folder failed)
 *        |           +-> Upload Failed (no upload address, or the bytes did not arrive)
 *        +-> Cancelled
 *
 * A restart returns from every failure except a virus, and from Cancelled, to Waiting; `resume` is the stage at which
 * it continues.
 */

/** A signed upload address (D-20). */
export interface UploadAddress {
  url: string;
  /** when the address was issued, in epoch milliseconds; it is valid for an hour */
  issuedAt: number;
}

/** Resumes at the first stage. The uid is reused if the server has no data for it; null requests a new uid. */
export interface ResumeAtAddress {
  stage: 'upload_getUrl';
  uid: string | null;
}
export interface ResumeAtUpload {
  stage: 'upload';
  uid: string;
  address: UploadAddress;
}
export interface ResumeAtScan {
  stage: 'scan';
  uid: string;
}
export interface ResumeAtTransfer {
  stage: 'transfer';
  uid: string;
  key: string;
}
/** The stage at which a restarted upload continues (UPLOAD-22; DATA-06, failedType), with the data for that stage. */
export type Resume = ResumeAtAddress | ResumeAtUpload | ResumeAtScan | ResumeAtTransfer;

export interface Waiting {
  status: 'Waiting';
  resume: Resume;
}
export interface Uploading {
  status: 'Uploading';
  resume: ResumeAtAddress | ResumeAtUpload;
}
/**
 * The upload is being scanned. With a key it has passed the scan and is being transferred into the folder, with the
 * same status (UPLOAD-13).
 */
export interface Scanning {
  status: 'Scanning';
  uid: string;
  key: string | null;
}
export interface Completed {
  status: 'Completed';
  /**
   * only for requests: the path of an earlier file of the visit with the same bytes; the path of this file when nothing
   * was stored (USE-07)
   */
  sameAs?: string;
}
/**
 * The bytes could not be sent (UPLOAD-14). `reason` is a sentence for the person, from the server if it sent one.
 * `resume` is null when another try would fail again, because the upload exceeds the limit of the server (USE-48).
 */
export interface UploadFailed {
  status: 'Upload Failed';
  resume: ResumeAtAddress | ResumeAtUpload | null;
  reason: string;
}
/**
 * The scan failed without finding a virus (UPLOAD-15). The upload restarts from the first stage when the server no
 * longer has the bytes.
 */
export interface ScanFailed {
  status: 'Scan Failed';
  infected: false;
  resume: ResumeAtScan | ResumeAtAddress;
  reason: string;
}
/** The scan found a virus (UPLOAD-15). The upload cannot be restarted (UPLOAD-20). */
export interface Infected {
  status: 'Scan Failed';
  infected: true;
}
/** The transfer into the folder failed (UPLOAD-16). */
export interface TransferFailed {
  status: 'Failed';
  resume: ResumeAtTransfer | ResumeAtScan | ResumeAtAddress;
  reason: string;
}
/** The upload was cancelled (UPLOAD-17). */
export interface Cancelled {
  status: 'Cancelled';
}

export type PartState =
  | Waiting
  | Uploading
  | Scanning
  | Completed
  | UploadFailed
  | ScanFailed
  | Infected
  | TransferFailed
  | Cancelled;

export type UploadStatus = PartState['status'];

export const isInfected = (state: PartState): state is Infected =>
  state.status === 'Scan Failed' && state.infected;

/**
 * UPLOAD-19 … UPLOAD-23: returns where a restart of this state continues; null when it cannot be restarted. A cancelled
 * upload has no failed stage, so it starts from the first stage.
 */
export function resumeOf(state: PartState): Resume | null {
  switch (state.status) {
    case 'Upload Failed':
    case 'Failed':
      return state.resume;
    case 'Scan Failed':
      return state.infected ? null : state.resume;
    case 'Cancelled':
      return { stage: 'upload_getUrl', uid: null };
    case 'Waiting':
    case 'Uploading':
    case 'Scanning':
    case 'Completed':
      return null;
  }
}

/** Returns whether an upload has not ended yet. While one has not, closing the modal asks first (UPLOAD-41). */
export const isActive = (status: UploadStatus): boolean =>
  status === 'Waiting' || status === 'Uploading' || status === 'Scanning';

/** Returns whether the status is one of the three failures; a cancelled upload did not fail. */
export const isFailure = (status: UploadStatus): boolean =>
  status === 'Upload Failed' || status === 'Scan Failed' || status === 'Failed';

/**
 * The statuses in order of importance: an item has the first status that any of its files has (UPLOAD-25). Running
 * files come first, then failures; Completed is last, so all files must be completed.
 */
const BY_PRECEDENCE = [
  'Uploading',
  'Scanning',
  'Waiting',
  'Scan Failed',
  'Failed',
  'Upload Failed',
  'Cancelled',
] as const satisfies readonly UploadStatus[];

/** Returns the status of an item of the list for the states of its files. */
export function statusOfParts(states: Iterable<PartState>): UploadStatus {
  const present = new Set<UploadStatus>();
  for (const state of states) present.add(state.status);
  return BY_PRECEDENCE.find((status) => present.has(status)) ?? 'Completed';
}

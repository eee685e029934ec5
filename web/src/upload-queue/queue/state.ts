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
  /** epoch milliseconds; the address is valid for an hour from then */
  issuedAt: number;
}

/** Resumes at the first stage. The uid is kept while the server has no data for it, else null for a new one. */
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
 * Being scanned; with a key it has passed and is being transferred into the folder, with the same status (UPLOAD-13).
 */
export interface Scanning {
  status: 'Scanning';
  uid: string;
  key: string | null;
}
export interface Completed {
  status: 'Completed';
  /** requests: an earlier file of the visit with the same bytes; its own path when nothing was stored (USE-07) */
  sameAs?: string;
}
/**
 * UPLOAD-14. `reason` is a sentence for the person, from the server if it sent one. Without `resume` another try would
 * fail again: the upload exceeds the server's limit (USE-48).
 */
export interface UploadFailed {
  status: 'Upload Failed';
  resume: ResumeAtAddress | ResumeAtUpload | null;
  reason: string;
}
/** UPLOAD-15 without a virus. It restarts from the first stage when the server no longer has the bytes. */
export interface ScanFailed {
  status: 'Scan Failed';
  infected: false;
  resume: ResumeAtScan | ResumeAtAddress;
  reason: string;
}
/** UPLOAD-15 with a virus: final (UPLOAD-20). */
export interface Infected {
  status: 'Scan Failed';
  infected: true;
}
/** UPLOAD-16 */
export interface TransferFailed {
  status: 'Failed';
  resume: ResumeAtTransfer | ResumeAtScan | ResumeAtAddress;
  reason: string;
}
/** UPLOAD-17 */
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
 * upload has no failed stage: it starts from the first stage.
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

/** Returns whether an upload has not ended: closing the modal then asks first (UPLOAD-41). */
export const isActive = (status: UploadStatus): boolean =>
  status === 'Waiting' || status === 'Uploading' || status === 'Scanning';

/** Returns whether the status is one of the three failures; a cancelled upload did not fail. */
export const isFailure = (status: UploadStatus): boolean =>
  status === 'Upload Failed' || status === 'Scan Failed' || status === 'Failed';

/**
 * The status of an item by its parts: first the ones that still run, then the most severe end (UPLOAD-25); Completed
 * only when all parts are.
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

/** Returns the status of an item of the list for the states of its parts. */
export function statusOfParts(states: Iterable<PartState>): UploadStatus {
  const present = new Set<UploadStatus>();
  for (const state of states) present.add(state.status);
  return BY_PRECEDENCE.find((status) => present.has(status)) ?? 'Completed';
}

import { Messages } from '@vault/contract';
import { createMeter } from '../../../kit/transfer-rate.ts';
import { withStates, type Part, type UploadItem } from '../item.ts';
import type { PartState, ResumeAtAddress, ResumeAtUpload, UploadAddress } from '../state.ts';
import { StageError } from '../transport.ts';
import { mustBeReadable } from '../must-be-readable.ts';
import { uploadErrorTexts } from '../../texts.ts';
import { failureOf, setActivity, type Run } from './stage.ts';

/**
 * An address is used for this time. It is valid for an hour (D-20), but in its last minutes a new address is requested.
 */
const ADDRESS_LIFE_MS = 55 * 60_000;

/** Changes the state of every file that is Uploading. */
const moveUploading = (run: Run, next: PartState) =>
  run.change((item) => withStates(item, (state) => (state.status === 'Uploading' ? next : null)));

/** UPLOAD-14: requests an address and sends the bytes of all parts that the server does not have yet, together. */
export async function sendParts(run: Run): Promise<void> {
  if (run.signal.aborted) return;
  const parts = run.get().parts.filter((part) => part.state.status === 'Uploading');
  if (parts.length === 0) return;
  const item = run.get();
  const uid = sharedResume(parts)?.uid ?? run.uids.recall(item) ?? run.newUid();
  let address = addressLeft(run, parts);
  try {
    address ??= await newAddress(run, uid);
    const content = { bytes: await bytesOf(run, parts), files: parts.map(({ file }) => file) };
    let isTried = false;
    while (!(await sendTo(run, { ...content, address, isTried }))) {
      address = await newAddress(run, uid);
      isTried = true;
    }
    moveUploading(run, { status: 'Scanning', uid, key: null });
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code === 409) run.uids.forget(item);
    const resume =
      address === null ? ({ stage: 'upload_getUrl', uid } as const) : afterFailedSend(code, address);
    moveUploading(run, { status: 'Upload Failed', resume, reason: message });
  }
}

interface Sending {
  bytes: Blob;
  /** the files of which the bytes consist */
  files: readonly File[];
  address: ResumeAtUpload;
  /** an earlier address of this attempt was refused */
  isTried: boolean;
}

/**
 * Sends bytes to an address.
 * @returns false when a new address is needed: the address expired during the call, because a large file on a slow
 * connection takes longer, or its session has ended (GUARD-30); the call for a new one waits for the next sign-in. The
 * second refusal of a new address is final.
 */
async function sendTo(run: Run, { address: { address }, isTried, ...content }: Sending): Promise<boolean> {
  try {
    await sendBytes(run, content, address.url);
    return true;
  } catch (error) {
    if (failureOf(error).code === 403 && (!isTried || isOld(run, address))) return false;
    throw error;
  }
}

/**
 * Returns how an upload resumes after a failed send. 403 means that the address has expired, 409 that the bytes are
 * already in the vault, 413 that they exceed the limit. After other failures the address is kept.
 */
function afterFailedSend(code: number, address: ResumeAtUpload): ResumeAtAddress | ResumeAtUpload | null {
  if (code === 413) return null;
  if (code === 403) return { stage: 'upload_getUrl', uid: address.uid };
  if (code === 409) return { stage: 'upload_getUrl', uid: null };
  return address;
}

/** Returns the resume point of all files; undefined when they have different ones. */
function sharedResume(parts: readonly Part[]): ResumeAtAddress | ResumeAtUpload | undefined {
  const resumes = parts.flatMap(({ state }) => (state.status === 'Uploading' ? [state.resume] : []));
  const [first] = resumes;
  return resumes.every((resume) => resume.uid === first?.uid) ? first : undefined;
}

/** Returns the address of all files if it is still valid; null when a new address is needed (UPLOAD-23). */
function addressLeft(run: Run, parts: readonly Part[]): ResumeAtUpload | null {
  const shared = sharedResume(parts);
  return shared?.stage === 'upload' && !isOld(run, shared.address) ? shared : null;
}

const isOld = (run: Run, { issuedAt }: UploadAddress) => run.now() - issuedAt >= ADDRESS_LIFE_MS;

async function newAddress(run: Run, uid: string): Promise<ResumeAtUpload> {
  setActivity(run, { step: 'prepare' });
  run.uids.keep(run.get(), uid);
  const url = await run.transport.prepare({ uid, fileName: sentName(run.get()), signal: run.signal });
  return { stage: 'upload', uid, address: { url, issuedAt: run.now() } };
}

/** Returns the file name of the sent bytes; a folder is sent as one ZIP (D-22). */
const sentName = (item: UploadItem) => (item.kind === 'folder' ? `${item.name}.zip` : item.name);

/** @throws StageError when a file was changed or removed after it was chosen */
async function bytesOf(run: Run, parts: readonly Part[]): Promise<Blob> {
  const { kind, sizeBytes } = run.get();
  const [first] = parts;
  if (kind === 'folder' || first === undefined) return packParts(run, parts);
  await mustBeReadable([first.file]);
  // The size of a File can follow the disk: in Chromium it is 0 when the file was removed. That of a Blob is fixed.
  const bytes = new Blob([first.file]);
  if (bytes.size !== sizeBytes) throw new StageError(0, uploadErrorTexts.fileChanged);
  return bytes;
}

type Content = Pick<Sending, 'bytes' | 'files'>;

async function sendBytes(run: Run, { bytes, files }: Content, url: string): Promise<void> {
  const totalBytes = bytes.size;
  let meter = createMeter();
  const report = (sentBytes: number) => {
    const rate = meter(sentBytes, totalBytes, run.now());
    setActivity(run, { step: 'send', sentBytes, totalBytes, ...rate });
  };
  report(0);
  await run.transport.send({
    url,
    bytes,
    files,
    fileName: sentName(run.get()),
    onProgress: report,
    onFound: (foundBytes) => {
      meter = createMeter();
      report(foundBytes);
    },
    signal: run.signal,
  });
}

async function packParts(run: Run, parts: readonly Part[]): Promise<Blob> {
  const { name } = run.get();
  const totalBytes = parts.reduce((sum, part) => sum + part.file.size, 0);
  setActivity(run, { step: 'pack', doneBytes: 0, totalBytes });
  try {
    return await run.pack({
      entries: parts.map((part) => ({ path: `${name}/${part.path}`, file: part.file })),
      onProgress: (doneBytes) => setActivity(run, { step: 'pack', doneBytes, totalBytes }),
      signal: run.signal,
    });
  } catch {
    // A file of the folder was moved, changed or locked after it was chosen.
    throw new StageError(0, Messages.folderArchiveInvalid);
  }
}

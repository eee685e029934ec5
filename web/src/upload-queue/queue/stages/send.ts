import { Messages } from '@vault/contract';
import { createMeter } from '../../../kit/transfer-rate.ts';
import { withStates, type Part, type UploadItem } from '../item.ts';
import type { PartState, ResumeAtAddress, ResumeAtUpload, UploadAddress } from '../state.ts';
import { StageError } from '../transport.ts';
import { failureOf, setActivity, type Run } from './stage.ts';

/** A signed address lives for an hour (D-20); within the last minutes a new one is asked for. */
const ADDRESS_LIFE_MS = 55 * 60_000;

/** Moves every part that is still Uploading to another state. */
const moveUploading = (run: Run, next: PartState) =>
  run.change((item) => withStates(item, (state) => (state.status === 'Uploading' ? next : null)));

/** UPLOAD-14: address and bytes of all parts that the server does not have yet, in one go. */
export async function sendParts(run: Run): Promise<void> {
  if (run.signal.aborted) return;
  const parts = run.get().parts.filter((part) => part.state.status === 'Uploading');
  if (parts.length === 0) return;
  const address = await addressFor(run, parts);
  if (address === null) return;
  try {
    await sendBytes(run, parts, address.address.url);
    moveUploading(run, { status: 'Scanning', uid: address.uid, key: null });
  } catch (error) {
    const { code, message } = failureOf(error);
    moveUploading(run, { status: 'Upload Failed', resume: afterFailedSend(code, address), reason: message });
  }
}

/** 403: the address has expired, 409: its bytes are in the vault already; the other failures keep the address. */
function afterFailedSend(code: number, address: ResumeAtUpload): ResumeAtAddress | ResumeAtUpload {
  if (code === 403) return { stage: 'upload_getUrl', uid: address.uid };
  if (code === 409) return { stage: 'upload_getUrl', uid: null };
  return address;
}

/** The address that the parts still have in common, or a new one; null after a failure (UPLOAD-23). */
async function addressFor(run: Run, parts: readonly Part[]): Promise<ResumeAtUpload | null> {
  const resumes = parts.flatMap(({ state }) => (state.status === 'Uploading' ? [state.resume] : []));
  const [first] = resumes;
  const shared = resumes.every((resume) => resume.uid === first?.uid) ? first : undefined;
  if (shared?.stage === 'upload' && run.now() - shared.address.issuedAt < ADDRESS_LIFE_MS) return shared;

  const uid = shared?.uid ?? run.newUid();
  setActivity(run, { step: 'prepare' });
  try {
    const url = await run.transport.prepare({ uid, fileName: sentName(run.get()), signal: run.signal });
    const address: UploadAddress = { url, issuedAt: run.now() };
    return { stage: 'upload', uid, address };
  } catch (error) {
    const resume = { stage: 'upload_getUrl', uid } as const;
    moveUploading(run, { status: 'Upload Failed', resume, reason: failureOf(error).message });
    return null;
  }
}

/** The name under which the bytes travel: a folder is one ZIP (D-22). */
const sentName = (item: UploadItem) => (item.kind === 'folder' ? `${item.name}.zip` : item.name);

async function sendBytes(run: Run, parts: readonly Part[], url: string): Promise<void> {
  const item = run.get();
  const bytes = item.kind === 'folder' ? await packParts(run, parts) : parts[0]?.file;
  if (!bytes) return;
  const totalBytes = bytes.size;
  const meter = createMeter();
  const report = (sentBytes: number) => {
    const rate = meter(sentBytes, totalBytes, run.now());
    setActivity(run, { step: 'send', sentBytes, totalBytes, ...rate });
  };
  report(0);
  await run.transport.send({
    url,
    bytes,
    fileName: sentName(item),
    onProgress: report,
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
    // A file that was moved, changed or locked since it was chosen.
    throw new StageError(0, Messages.folderArchiveInvalid);
  }
}

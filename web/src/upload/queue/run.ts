import { Messages, TRANSFER_CHUNK, type ScanItem, type TransferDetail } from '@vault/contract';
import type { Gate } from './gate.ts';
import type { Activity, Part, UploadItem } from './item.ts';
import { withStates } from './item.ts';
import { createMeter } from './meter.ts';
import type { PartState, ResumeAtAddress, ResumeAtUpload, Scanning, UploadAddress } from './state.ts';
import type { Pack, Transport } from './transport.ts';
import { StageError } from './transport.ts';

/** A signed address lives for an hour (D-20); within the last minutes a new one is asked for. */
const ADDRESS_LIFE_MS = 55 * 60_000;

/** One item on its way: read it, change it, and what its pipeline needs from outside. */
export interface Run {
  get: () => UploadItem;
  change: (next: (item: UploadItem) => UploadItem) => void;
  transport: Transport;
  pack: Pack;
  /** sending and scanning take long: some at a time, so that they leave connections for everything else */
  longCalls: Gate;
  /** epoch milliseconds */
  now: () => number;
  newUid: () => string;
  signal: AbortSignal;
}

/**
 * The pipeline of one waiting item (UPLOAD-26): address, bytes, scan, transfer; every part goes on at its own
 * stage. Failures end up in the states of the parts: this never rejects.
 */
export async function runItem(run: Run): Promise<void> {
  run.change((item) => withStates(item, started));
  await run.longCalls(async () => {
    // The address is asked for in turn as well: it would grow old while others are being sent.
    await sendParts(run);
    await scanParts(run);
  });
  await transferParts(run);
  setActivity(run, null);
}

function started(state: PartState): PartState | null {
  if (state.status !== 'Waiting') return null;
  const { resume } = state;
  switch (resume.stage) {
    case 'upload_getUrl':
    case 'upload':
      return { status: 'Uploading', resume };
    case 'scan':
      return { status: 'Scanning', uid: resume.uid, key: null };
    case 'transfer':
      return { status: 'Scanning', uid: resume.uid, key: resume.key };
  }
}

const setActivity = (run: Run, activity: Activity | null) => run.change((item) => ({ ...item, activity }));

/** Moves every part that is still Uploading to another state. */
const moveUploading = (run: Run, next: PartState) =>
  run.change((item) => withStates(item, (state) => (state.status === 'Uploading' ? next : null)));

const failureOf = (error: unknown) =>
  error instanceof StageError ? error : new StageError(0, Messages.uploadFailed);

/** UPLOAD-14: address and bytes of all parts that the server does not have yet, in one go. */
async function sendParts(run: Run): Promise<void> {
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

const isUnscanned = (state: PartState, uid: string): state is Scanning =>
  state.status === 'Scanning' && state.uid === uid && state.key === null;

/** UPLOAD-32: one scan for each time that bytes were sent; a restarted folder may have been sent in several. */
async function scanParts(run: Run): Promise<void> {
  if (run.signal.aborted) return;
  const uids = new Set<string>();
  for (const { state } of run.get().parts) {
    if (state.status === 'Scanning' && state.key === null) uids.add(state.uid);
  }
  for (const uid of uids) {
    if (run.signal.aborted) return;
    setActivity(run, { step: 'scan' });
    await scanUid(run, uid);
  }
}

async function scanUid(run: Run, uid: string): Promise<void> {
  const { kind, name } = run.get();
  try {
    const answers = await run.transport.scan({ uid, isFolder: kind === 'folder', signal: run.signal });
    const byName = new Map(answers.map((answer) => [answer.name, answer]));
    run.change((item) =>
      withStates(item, (state, part) => {
        if (!isUnscanned(state, uid)) return null;
        return scanned(uid, kind === 'folder' ? byName.get(`${name}/${part.path}`) : answers[0]);
      }),
    );
  } catch (error) {
    const { code, message } = failureOf(error);
    // 400 and 404: the server keeps nothing of it, another scan could only fail again.
    const resume =
      code === 400 || code === 404
        ? ({ stage: 'upload_getUrl', uid: null } as const)
        : ({ stage: 'scan', uid } as const);
    const failed: PartState = { status: 'Scan Failed', infected: false, resume, reason: message };
    run.change((item) => withStates(item, (state) => (isUnscanned(state, uid) ? failed : null)));
  }
}

function scanned(uid: string, answer: ScanItem | undefined): PartState {
  if (answer?.scan_status === 'VIRUS') return { status: 'Scan Failed', infected: true };
  if (answer?.scan_status === 'PASS' && answer.upload_status === 'SUCCESS') {
    return { status: 'Scanning', uid, key: answer.key };
  }
  const resume = answer
    ? ({ stage: 'scan', uid } as const)
    : ({ stage: 'upload_getUrl', uid: null } as const);
  return { status: 'Scan Failed', infected: false, resume, reason: Messages.scanFailed };
}

/** UPLOAD-28, UPLOAD-29: chunks of 20 keys one after the other; a failed chunk does not stop the next. */
async function transferParts(run: Run): Promise<void> {
  if (run.signal.aborted) return;
  const passed = run
    .get()
    .parts.flatMap(({ state }) =>
      state.status === 'Scanning' && state.key !== null ? [{ uid: state.uid, key: state.key }] : [],
    );
  for (let done = 0; done < passed.length; done += TRANSFER_CHUNK) {
    if (run.signal.aborted) return;
    setActivity(run, { step: 'transfer', doneParts: done, totalParts: passed.length });
    await transferKeys(
      run,
      passed.slice(done, done + TRANSFER_CHUNK).map(({ key }) => key),
    );
  }
}

async function transferKeys(run: Run, keys: string[]): Promise<void> {
  const { target } = run.get();
  let outcome: (uid: string, key: string) => PartState;
  try {
    const details = await run.transport.transfer({ keys, target, signal: run.signal });
    const codes = new Map(details.map(({ fileKey, code }: TransferDetail) => [fileKey, code]));
    outcome = (uid, key) => transferred(uid, key, codes.get(key));
  } catch (error) {
    const { message } = failureOf(error);
    outcome = (uid, key) => ({
      status: 'Failed',
      resume: { stage: 'transfer', uid, key },
      reason: message,
    });
  }
  const wanted = new Set(keys);
  run.change((item) =>
    withStates(item, (state) =>
      state.status === 'Scanning' && state.key !== null && wanted.has(state.key)
        ? outcome(state.uid, state.key)
        : null,
    ),
  );
}

/** UPLOAD-33: only 200 is stored; contract C20 tells what the other codes mean. */
function transferred(uid: string, key: string, code: number | undefined): PartState {
  const failed = (resume: Extract<PartState, { status: 'Failed' }>['resume'], reason: string): PartState => ({
    status: 'Failed',
    resume,
    reason,
  });
  switch (code) {
    case 200:
      return { status: 'Completed' };
    case 400:
      return failed({ stage: 'transfer', uid, key }, Messages.nameCharacters);
    case 404: // The server no longer has the bytes.
      return failed({ stage: 'upload_getUrl', uid: null }, Messages.uploadFailed);
    case 422:
      return failed({ stage: 'scan', uid }, Messages.scanFailed);
    default:
      return failed({ stage: 'transfer', uid, key }, Messages.uploadFailed);
  }
}

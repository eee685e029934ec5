import { Messages, type ScanItem } from '@vault/contract';
import { withStates } from '../item.ts';
import type { PartState, Scanning } from '../state.ts';
import { failureOf, setActivity, type Run } from './stage.ts';

const isUnscanned = (state: PartState, uid: string): state is Scanning =>
  state.status === 'Scanning' && state.uid === uid && state.key === null;

/** UPLOAD-32: scans the sent bytes, with one call per uid. A restarted folder may have been sent with several uids. */
export async function scanParts(run: Run): Promise<void> {
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
    const answers = await run.transport.scan({
      uid,
      isFolder: kind === 'folder',
      signal: run.signal,
    });
    const byName = new Map(answers.map((answer) => [answer.name, answer]));
    run.change((item) =>
      withStates(item, (state, part) => {
        if (!isUnscanned(state, uid)) return null;
        return scanned(uid, kind === 'folder' ? byName.get(`${name}/${part.path}`) : answers[0]);
      }),
    );
  } catch (error) {
    const { code, message } = failureOf(error);
    // After 400 and 404 the server has no bytes of the upload, so another scan would fail again.
    const resume =
      code === 400 || code === 404
        ? ({ stage: 'upload_getUrl', uid: null } as const)
        : ({ stage: 'scan', uid } as const);
    const failed: PartState = { status: 'Scan Failed', infected: false, resume, reason: message };
    run.change((item) => withStates(item, (state) => (isUnscanned(state, uid) ? failed : null)));
  }
}

/** Returns the state of a file after its scan. */
export function scanned(uid: string, answer: ScanItem | undefined): PartState {
  if (answer?.scan_status === 'VIRUS') return { status: 'Scan Failed', infected: true };
  if (answer?.scan_status === 'PASS' && answer.upload_status === 'SUCCESS') {
    return { status: 'Scanning', uid, key: answer.key };
  }
  const resume = answer
    ? ({ stage: 'scan', uid } as const)
    : ({ stage: 'upload_getUrl', uid: null } as const);
  return { status: 'Scan Failed', infected: false, resume, reason: Messages.scanFailed };
}

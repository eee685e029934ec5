import { withStates } from '../item.ts';
import type { PartState } from '../state.ts';
import { scanned } from './scan.ts';
import { failureOf, setActivity, type Run } from './stage.ts';

const UNKNOWN_RATE = { bytesPerSecond: null, secondsLeft: null };

/**
 * Sends and scans a small file with one call for several items (SPEED-04). When the file cannot be sent in this way, or
 * the call is refused, the file stays Uploading, and the next stages send it separately.
 */
export async function sendTogether(run: Run): Promise<void> {
  const item = run.get();
  const [part] = item.parts;
  if (run.signal.aborted || item.kind === 'folder' || part?.state.status !== 'Uploading') return;
  const { resume } = part.state;
  if (resume.stage === 'upload') return;
  const uid = resume.uid ?? run.uids.recall(item) ?? run.newUid();
  const next = { stage: 'upload_getUrl', uid } as const;
  const become = (state: PartState) => run.change((now) => withStates(now, () => state));
  become({ status: 'Uploading', resume: next });
  setActivity(run, { step: 'send', sentBytes: 0, totalBytes: part.file.size, ...UNKNOWN_RATE });
  try {
    const file = { uid, fileName: item.name, bytes: part.file };
    const answer = await run.transport.sendTogether({ ...file, signal: run.signal });
    if (answer !== null) become(scanned(uid, answer));
  } catch (error) {
    const { message, outage } = failureOf(error);
    // A refusal of several files does not say which of them is refused. When each is sent separately, the reply does.
    if (outage !== null) become({ status: 'Upload Failed', resume: next, reason: message });
  }
}

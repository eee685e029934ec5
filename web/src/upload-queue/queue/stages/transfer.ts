import { Messages, TRANSFER_CHUNK } from '@vault/contract';
import { withStates } from '../item.ts';
import type { PartState, TransferFailed } from '../state.ts';
import type { Transferred } from '../transport.ts';
import { failureOf, setActivity, type Run } from './stage.ts';

/** UPLOAD-28, UPLOAD-29: sends chunks of 20 keys one after another; a failed chunk does not stop the next chunk. */
export async function transferParts(run: Run): Promise<void> {
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
  const { target, batch } = run.get();
  let outcome: (uid: string, key: string) => PartState;
  try {
    const details = await run.transport.transfer({ keys, target, batch, signal: run.signal });
    const byKey = new Map(details.map((detail) => [detail.fileKey, detail]));
    outcome = (uid, key) => transferred(uid, key, byKey.get(key));
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

/**
 * UPLOAD-33: returns the state after a transfer. Only the code 200 means stored; C20 in the contract defines the other
 * codes.
 */
function transferred(uid: string, key: string, detail: Transferred | undefined): PartState {
  const failed = (resume: TransferFailed['resume'], reason: string): PartState => ({
    status: 'Failed',
    resume,
    reason,
  });
  switch (detail?.code) {
    case 200:
      return { status: 'Completed', ...(detail.sameAs !== undefined && { sameAs: detail.sameAs }) };
    case 400:
      return failed({ stage: 'transfer', uid, key }, detail.errorMessage ?? Messages.nameCharacters);
    case 404: // The server no longer has the bytes, so the upload restarts from the first stage.
      return failed({ stage: 'upload_getUrl', uid: null }, Messages.uploadFailed);
    case 422:
      return failed({ stage: 'scan', uid }, Messages.scanFailed);
    default:
      return failed({ stage: 'transfer', uid, key }, Messages.uploadFailed);
  }
}

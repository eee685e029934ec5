import { KIB } from '@vault/contract';
import { withStates } from './item.ts';
import { scanParts } from './stages/scan.ts';
import { sendParts } from './stages/send.ts';
import { setActivity, type Run } from './stages/stage.ts';
import { transferParts } from './stages/transfer.ts';
import type { PartState } from './state.ts';

/** Up to this size an item holds a connection for a moment only, and need not take turns with others. */
const SMALL_BYTES = 256 * KIB;

/**
 * The pipeline of one waiting item (UPLOAD-26): address, bytes, scan, transfer; every part goes on at its own
 * stage. Failures end up in the states of the parts: this never rejects.
 */
export async function runItem(run: Run): Promise<void> {
  run.change((item) => withStates(item, started));
  const sendAndScan = async () => {
    await sendParts(run);
    await scanParts(run);
  };
  // The address is asked for in turn as well: it would grow old while others are being sent.
  await (run.get().sizeBytes > SMALL_BYTES ? run.longCalls(sendAndScan) : sendAndScan());
  await transferParts(run);
  setActivity(run, null);
  if (!run.signal.aborted && run.get().status === 'Completed') run.uids.forget(run.get());
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

import { withStates } from './item.ts';
import { scanParts } from './stages/scan.ts';
import { sendParts } from './stages/send.ts';
import { sendTogether } from './stages/send-together.ts';
import { isSmall, setActivity, type Run } from './stages/stage.ts';
import { transferParts } from './stages/transfer.ts';
import type { PartState } from './state.ts';

/**
 * Runs the pipeline of one waiting item (UPLOAD-26): address, bytes, scan, transfer. Each file continues at the stage
 * of its state. Failures are stored in the states of the files; it never rejects.
 */
export async function runItem(run: Run): Promise<void> {
  run.change((item) => withStates(item, started));
  const sendAndScan = async () => {
    await sendParts(run);
    await scanParts(run);
  };
  // The limiter also covers the request of the address, because an address could expire while other items are sent.
  if (isSmall(run.get().sizeBytes)) {
    await sendTogether(run);
    await sendAndScan();
  } else await run.longCalls(sendAndScan);
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

import { useState } from 'react';
import type { Landing, UploadReceiptEntry } from '@vault/contract';
import { useFileDrop } from '../../kit/use-file-drop.ts';
import { readDroppedFiles } from '../../upload-queue/index.ts';
import { About } from '../landing/about.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { BottomNotes } from '../visit/outage-note.tsx';
import { commonTexts } from '../../kit/texts.ts';
import { DropZone } from './drop-zone.tsx';
import { SubmittedFiles } from './submitted-files.tsx';
import { GiverField } from './giver/giver-field.tsx';
import { useGiver } from './giver/use-giver.ts';
import { PendingFilesPanel } from './pending-files/pending-files-panel.tsx';
import { usePendingFiles } from './pending-files/use-pending-files.ts';
import { outcomeOf, outcomeText, receivedFiles, type Outcome } from './outcome.ts';
import { ReceiptPanel } from './receipt-panel.tsx';
import { outcomeTexts, receiptTexts } from './texts.ts';
import { UploadList } from './upload-list.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useReceipt } from './use-receipt.ts';
import { useRequestUploads } from './use-request-uploads.ts';
import styles from './request.module.css';

/** The page on which visitors submit files without seeing other files (REQUEST-01, RECIP-07, RECIP-08). */
export function RequestPage({ landing, isEnded }: { landing: Landing; isEnded: boolean }) {
  const [received, setReceived] = useState(0);
  const receipt = useReceipt(received, isEnded);
  const giver = useGiver(landing);
  const { manager, state, isActive } = useRequestUploads(landing, {
    giver,
    isPaused: isEnded,
    submitted: submittedInVisit(receipt.entries),
  });
  const { pending, isWaiting } = usePendingFiles(manager, giver);
  useLeaveWarning(isActive || isWaiting);
  const take = (source: DataTransfer | File[]) => {
    manager.clearRejected();
    void pending.add(readDroppedFiles(source));
  };
  const isOver = useFileDrop(null, take);
  const outcome = outcomeOf(state.items, state.counts, state.misnamed.length);
  const arrived = outcome.step === 'ended' ? receivedFiles(state.items) : received;
  if (arrived !== received) setReceived(arrived);
  return (
    <div className={styles['request']}>
      <About landing={landing} />
      <End outcome={outcome} onRetry={manager.retryFailed} />
      {receipt.isFailed && (
        <p className={styles['rejected']} role="alert">
          {receiptTexts.loadFailed} <Button onClick={receipt.retry}>{commonTexts.tryAgain}</Button>
        </p>
      )}
      {receipt.earlier !== null && receipt.earlier.length > 0 && <SubmittedFiles entries={receipt.earlier} />}
      {receipt.entries.length > 0 && <Receipt landing={landing} entries={receipt.entries} />}
      <div className={styles['offPaper']}>
        <GiverField giver={giver} onEnter={() => void pending.send(null)} />
        <PendingFilesPanel pending={pending} characters={landing.nameCharacters} />
        <DropZone isOver={isOver} isReading={state.reading > 0} onChoose={take} />
      </div>
      <div className={styles['offPaper']}>
        <UploadList manager={manager} state={state} />
      </div>
      <BottomNotes />
    </div>
  );
}

/**
 * Returns the files of this visit. Only their names get a number when they are used again; files of the same address
 * from before get a version (USE-07).
 */
const submittedInVisit = (entries: readonly UploadReceiptEntry[]) =>
  entries.filter(({ isThisVisit }) => isThisVisit).map(({ name, size }) => ({ name, sizeBytes: size }));

/** The receipt is collapsed at first, because most people only need to know that the files arrived. */
function Receipt(props: Parameters<typeof ReceiptPanel>[0]) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ReceiptPanel {...props} />;
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{receiptTexts.show}</Button>
    </div>
  );
}

/** The result, shown when no upload is active any more. Screen readers announce it. */
function End({ outcome, onRetry }: { outcome: Outcome; onRetry: () => void }) {
  return (
    <div role="status" className={styles['offPaper']}>
      {outcome.step === 'ended' && (
        <div className={styles['end']} data-whole={outcome.failed === 0}>
          <Icon of={outcome.failed === 0 ? 'done' : 'warning'} size={28} />
          <div>
            <p className={styles['endTitle']}>{outcomeText(outcome)}</p>
            <p>{outcome.failed === 0 ? outcomeTexts.closePage : outcomeTexts.seeBelow}</p>
          </div>
          {outcome.canRetry && <Button onClick={onRetry}>{commonTexts.tryAgain}</Button>}
        </div>
      )}
    </div>
  );
}

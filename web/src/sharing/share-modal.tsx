import { useState } from 'react';
import { Modal, useLastNonNull } from '../kit/index.ts';
import { OptionsView } from './options-view.tsx';
import { ResultView } from './result-view.tsx';
import { titleOf, type ShareSubject } from './subject.ts';
import type { ShareResult } from './use-create-link.ts';

interface ShareModalProps {
  /** null while the modal is closed */
  subject: ShareSubject | null;
  onClose: () => void;
}

const WIDTH = 600;

/**
 * SHARE-07 … SHARE-09, REQUEST-02: the modal shows first the options, then the result. After it is closed, it starts
 * with the options again.
 */
export function ShareModal({ subject, onClose }: ShareModalProps) {
  const shown = useLastNonNull(subject);
  return (
    <Modal
      title={shown === null ? '' : titleOf(shown)}
      open={subject !== null}
      width={WIDTH}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      footer={null}
    >
      {shown !== null && <Views subject={shown} onClose={onClose} />}
    </Modal>
  );
}

function Views({ subject, onClose }: { subject: ShareSubject; onClose: () => void }) {
  const [result, setResult] = useState<ShareResult | null>(null);
  return result === null ? (
    <OptionsView subject={subject} onMade={setResult} />
  ) : (
    <ResultView subject={subject} result={result} onClose={onClose} />
  );
}

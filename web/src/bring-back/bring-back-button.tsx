import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLastNonNull } from '../kit/index.ts';
import { bringBackButtonTexts } from './texts.ts';

const BringBackModal = lazy(async () => ({
  default: (await import('./bring-back-modal.tsx')).BringBackModal,
}));

/** SAFE-05: opens the dialog 'Back to a moment', which begins with the whole record. For people with edit permission. */
export function BringBackButton() {
  const [isOpen, setIsOpen] = useState(false);
  // The dialog is kept while it fades out.
  const wasOpened = useLastNonNull(isOpen || null) !== null;
  return (
    <>
      <Button size="small" icon={<HistoryOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {bringBackButtonTexts.open}
      </Button>
      {wasOpened && (
        <Suspense>
          <BringBackModal open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

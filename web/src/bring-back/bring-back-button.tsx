import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { preloadable } from '../kit/index.ts';
import { LazyDialog } from '../shared/index.ts';
import { bringBackButtonTexts } from './texts.ts';

const BringBackModal = preloadable(async () => (await import('./bring-back-modal.tsx')).BringBackModal);

/**
 * SAFE-05: opens the dialog 'Back to a moment', which begins with the whole record. For people with edit permission.
 */
export function BringBackButton() {
  const [isOpen, setIsOpen] = useState(false);
  const modal = { open: isOpen, onClose: () => setIsOpen(false) };
  return (
    <>
      <Button size="small" icon={<HistoryOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {bringBackButtonTexts.open}
      </Button>
      <LazyDialog {...modal}>
        <BringBackModal {...modal} />
      </LazyDialog>
    </>
  );
}

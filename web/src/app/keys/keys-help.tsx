import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { backLayers, preloadable, Tip } from '../../kit/index.ts';
import { LazyDialog } from '../../shared/index.ts';
import { keysHelpTexts } from '../texts.ts';
import styles from './keys.module.css';

const KeysModal = preloadable(async () => (await import('./keys-modal.tsx')).KeysModal);

/** Inside these elements '?' does not open the panel: text fields, dialogs and menus. */
const ELSEWHERE =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/** The button that opens the panel of keys; the key '?' opens the panel too (USE-49). */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const modal = { open: isOpen, onClose: () => setIsOpen(false) };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.closest('.pv-vault') === null) return;
      if (target.closest(ELSEWHERE) !== null || backLayers().hasOpen()) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(true);
    };
    // Listens in the capture phase, before the folder tree uses the key for its search by typed letters.
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
  return (
    <>
      <Tip text={keysHelpTexts.tip}>
        <Button
          type="text"
          size="small"
          className={styles['help']}
          aria-label={keysHelpTexts.label}
          aria-keyshortcuts="?"
          icon={<QuestionCircleOutlined aria-hidden />}
          onClick={() => setIsOpen(true)}
        />
      </Tip>
      <LazyDialog {...modal}>
        <KeysModal {...modal} />
      </LazyDialog>
    </>
  );
}

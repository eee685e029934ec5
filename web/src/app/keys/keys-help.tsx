import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { backLayers, Tip, useLastNonNull } from '../../kit/index.ts';
import { keysHelpTexts } from '../texts.ts';
import styles from './keys.module.css';

const KeysModal = lazy(async () => ({ default: (await import('./keys-modal.tsx')).KeysModal }));

/** Inside these elements '?' does not open the panel: text fields, dialogs and menus. */
const ELSEWHERE =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/** The button that opens the panel of keys; the key '?' opens the panel too (USE-49). */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  // The panel stays mounted after the first opening, so that it can animate its closing and restore the focus.
  const wasOpened = useLastNonNull(isOpen || null) !== null;
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
      {wasOpened && (
        <Suspense>
          <KeysModal open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

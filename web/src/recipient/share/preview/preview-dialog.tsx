import type { KeyboardEvent, ReactNode } from 'react';
import type { Item } from '@vault/contract';
import { FileIcon } from '../../../kit/file-icon.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useModal } from '../../parts/use-modal.ts';
import { previewTexts, shareTexts } from '../texts.ts';
import { ContentView } from './content-view.tsx';
import { useEditing } from './use-editing.ts';
import styles from './preview.module.css';

interface PreviewDialogProps {
  /** the viewable files, in order */
  items: readonly Item[];
  item: Item;
  canEdit: boolean;
  onChange: (externalId: string) => void;
  onClose: () => void;
  onDownload: ((item: Item) => void) | null;
  children: ReactNode;
}

/** A dialog that shows a file over the whole screen, with buttons for the previous and the next file. */
export function PreviewDialog({
  items,
  item,
  canEdit,
  onChange,
  onClose,
  onDownload,
  children,
}: PreviewDialogProps) {
  const dialog = useModal();
  const editing = useEditing(item, canEdit);
  const at = items.indexOf(item);
  const go = (by: -1 | 1) => {
    const next = items[at + by]?.externalId;
    if (next) onChange(next);
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (!(target instanceof Element) || target.closest('[data-keeps-arrows]')) return;
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="preview-name"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles['head']}>
        <FileIcon name={item.name} />
        <h2 id="preview-name" className={styles['title']} title={item.name}>
          {item.name}
        </h2>
        {editing.start !== null && (
          <Button aria-label={previewTexts.editOf(item.name)} onClick={editing.start}>
            <Icon of="edit" />
            <span className={styles['word']}>{previewTexts.edit}</span>
          </Button>
        )}
        {onDownload !== null && (
          <Button aria-label={shareTexts.downloadOf(item.name)} onClick={() => onDownload(item)}>
            <Icon of="download" />
            <span className={styles['word']}>{shareTexts.download}</span>
          </Button>
        )}
        <Button look="quiet" aria-label={previewTexts.close} onClick={onClose}>
          <Icon of="close" />
        </Button>
      </header>
      {editing.problem !== null && (
        <p className={styles['problem']} role="alert">
          {editing.problem}
        </p>
      )}
      <ContentView key={item.externalId} item={item} onDownload={onDownload} />
      {items.length > 1 && (
        <footer className={styles['foot']}>
          <Button look="quiet" disabled={at <= 0} onClick={() => go(-1)}>
            <Icon of="previous" />
            {previewTexts.previous}
          </Button>
          <span className={styles['count']}>{shareTexts.position(at + 1, items.length)}</span>
          <Button look="quiet" disabled={at >= items.length - 1} onClick={() => go(1)}>
            {previewTexts.next}
            <Icon of="next" />
          </Button>
        </footer>
      )}
      {children}
    </dialog>
  );
}

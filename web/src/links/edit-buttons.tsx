import { Button } from 'antd';
import { linkDetailsTexts } from './texts.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import styles from './links.module.css';

interface EditButtonProps {
  /** accessible name, which names the edited field and starts with the visible text */
  label: string;
  /** true after the editing has ended: the button takes the focus back */
  hasFocus: boolean;
  onEdit: () => void;
}

/** The button that starts the editing of a row (LINKDETAIL-07, LINKDETAIL-08). */
export function EditButton({ label, hasFocus, onEdit }: EditButtonProps) {
  return (
    <Button type="link" size="small" aria-label={label} autoFocus={hasFocus} onClick={onEdit}>
      {linkDetailsTexts.edit}
    </Button>
  );
}

interface SaveButtonsProps {
  /** LINKDETAIL-12: true when there is a change to save */
  isReady: boolean;
  /** LINKDETAIL-14: true while the change is being saved */
  isSaving: boolean;
  onCancel: () => void;
  onSave: () => void;
}

/** The buttons that end the editing of a row: Cancel and Save. */
export function SaveButtons({ isReady, isSaving, onCancel, onSave }: SaveButtonsProps) {
  return (
    <span className={styles['editorButtons']}>
      <Button size="small" disabled={isSaving} onClick={onCancel}>
        {dialogTexts.cancel}
      </Button>
      <Button size="small" type="primary" disabled={!isReady} loading={isSaving} onClick={onSave}>
        {linkDetailsTexts.save}
      </Button>
    </span>
  );
}

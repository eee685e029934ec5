import { Button } from 'antd';
import { linkDetailsTexts } from './texts.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import styles from './links.module.css';

interface EditButtonProps {
  /** accessible name with the edited field; starts with the visible text */
  label: string;
  /** the editing has just ended: the button takes the focus back */
  hasFocus: boolean;
  onEdit: () => void;
}

/** LINKDETAIL-07, LINKDETAIL-08 */
export function EditButton({ label, hasFocus, onEdit }: EditButtonProps) {
  return (
    <Button type="link" size="small" aria-label={label} autoFocus={hasFocus} onClick={onEdit}>
      {linkDetailsTexts.edit}
    </Button>
  );
}

interface SaveButtonsProps {
  /** LINKDETAIL-12: there is a change to save */
  isReady: boolean;
  /** LINKDETAIL-14 */
  isSaving: boolean;
  onCancel: () => void;
  onSave: () => void;
}

/** The buttons that end the editing of a row. */
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

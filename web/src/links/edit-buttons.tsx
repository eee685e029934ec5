import { Button } from 'antd';
import styles from './links.module.css';

interface EditButtonProps {
  /** what it edits, for screen readers; begins with the word that is seen */
  label: string;
  /** the editing has just ended: the focus comes back to where it began */
  hasFocus: boolean;
  onEdit: () => void;
}

/** LINKDETAIL-07, LINKDETAIL-08 */
export function EditButton({ label, hasFocus, onEdit }: EditButtonProps) {
  return (
    <Button type="link" size="small" aria-label={label} autoFocus={hasFocus} onClick={onEdit}>
      Edit
    </Button>
  );
}

interface SaveButtonsProps {
  /** LINKDETAIL-12: there is something to save */
  isReady: boolean;
  /** LINKDETAIL-14 */
  isSaving: boolean;
  onCancel: () => void;
  onSave: () => void;
}

/** How the editing of a row ends. */
export function SaveButtons({ isReady, isSaving, onCancel, onSave }: SaveButtonsProps) {
  return (
    <span className={styles['editorButtons']}>
      <Button size="small" disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button size="small" type="primary" disabled={!isReady} loading={isSaving} onClick={onSave}>
        Save
      </Button>
    </span>
  );
}

import { Checkbox } from 'antd';
import { useState } from 'react';
import { EditButton, SaveButtons } from './edit-buttons.tsx';
import { Row } from './row.tsx';
import type { EditableRowProps } from './use-link-update.ts';
import styles from './links.module.css';

/** LINKDETAIL-08, LINKDETAIL-13: the box can be changed only while it is edited. */
export function NotifyRow({ terms, isSaving, mayEdit, onSave }: EditableRowProps) {
  const [edited, setEdited] = useState<boolean | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const isEditing = edited !== null;
  const done = () => {
    setEdited(null);
    setWasEdited(true);
  };
  return (
    <Row label="Notifications">
      <span className={styles['editor']}>
        <Checkbox
          // A new one, so that it takes the focus.
          key={String(isEditing)}
          autoFocus={isEditing}
          checked={edited ?? terms.notify}
          disabled={!isEditing || isSaving}
          onChange={({ target }) => setEdited(target.checked)}
        >
          Notify me when accessed
        </Checkbox>
        {isEditing && (
          <SaveButtons
            isReady
            isSaving={isSaving}
            onCancel={done}
            onSave={() => onSave({ notify: edited }, done)}
          />
        )}
        {!isEditing && mayEdit && (
          <EditButton
            label="Edit the notifications"
            hasFocus={wasEdited}
            onEdit={() => setEdited(terms.notify)}
          />
        )}
      </span>
    </Row>
  );
}

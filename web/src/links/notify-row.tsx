import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Row } from './row.tsx';
import type { EditableRowProps } from './use-link-update.ts';
import styles from './links.module.css';

/** LINKDETAIL-08, LINKDETAIL-13: the box can be changed only while it is edited. */
export function NotifyRow({ terms, isSaving, mayEdit, onSave }: EditableRowProps) {
  const [edited, setEdited] = useState<boolean | null>(null);
  const save = async () => {
    if (edited !== null && (await onSave({ notify: edited }))) setEdited(null);
  };
  return (
    <Row label="Notifications">
      <span className={styles['editor']}>
        <Checkbox
          checked={edited ?? terms.notify}
          disabled={edited === null || isSaving}
          onChange={({ target }) => setEdited(target.checked)}
        >
          Notify me when accessed
        </Checkbox>
        {edited !== null && (
          <span className={styles['editorButtons']}>
            <Button size="small" disabled={isSaving} onClick={() => setEdited(null)}>
              Cancel
            </Button>
            <Button size="small" type="primary" loading={isSaving} onClick={() => void save()}>
              Save
            </Button>
          </span>
        )}
        {edited === null && mayEdit && (
          <Button
            type="link"
            size="small"
            aria-label="Edit the notifications"
            onClick={() => setEdited(terms.notify)}
          >
            Edit
          </Button>
        )}
      </span>
    </Row>
  );
}

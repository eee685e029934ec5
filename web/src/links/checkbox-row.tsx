import { Checkbox } from 'antd';
import { useState } from 'react';
import { EditButton, SaveButtons } from './edit-buttons.tsx';
import { DetailRow } from './detail-row.tsx';
import type { EditableRowProps, LinkTerms } from './use-link-update.ts';
import styles from './links.module.css';

interface CheckboxRowProps extends EditableRowProps {
  /** the field of the link that the checkbox shows */
  name: keyof LinkTerms & ('notify' | 'askGiver');
  label: string;
  /** label of the checkbox */
  text: string;
  /** accessible name of the Edit button */
  editLabel: string;
}

/** LINKDETAIL-08, LINKDETAIL-13, USE-47: a row with a checkbox, which can be changed only after a click on Edit. */
export function CheckboxRow({
  name,
  label,
  text,
  editLabel,
  terms,
  isSaving,
  mayEdit,
  onSave,
}: CheckboxRowProps) {
  const [edited, setEdited] = useState<boolean | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const isEditing = edited !== null;
  const value = terms[name] === true;
  const done = () => {
    setEdited(null);
    setWasEdited(true);
  };
  return (
    <DetailRow label={label}>
      <span className={styles['editor']}>
        <Checkbox
          // The new key mounts the checkbox again, so that autoFocus applies.
          key={String(isEditing)}
          autoFocus={isEditing}
          checked={edited ?? value}
          disabled={!isEditing || isSaving}
          onChange={({ target }) => setEdited(target.checked)}
        >
          {text}
        </Checkbox>
        {isEditing && (
          <SaveButtons
            isReady
            isSaving={isSaving}
            onCancel={done}
            onSave={() => onSave({ change: { [name]: edited }, onSaved: done })}
          />
        )}
        {!isEditing && mayEdit && (
          <EditButton label={editLabel} hasFocus={wasEdited} onEdit={() => setEdited(value)} />
        )}
      </span>
    </DetailRow>
  );
}

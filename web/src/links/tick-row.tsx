import { Checkbox } from 'antd';
import { useState } from 'react';
import { EditButton, SaveButtons } from './edit-buttons.tsx';
import { Row } from './row.tsx';
import type { EditableRowProps, LinkTerms } from './use-link-update.ts';
import styles from './links.module.css';

interface TickRowProps extends EditableRowProps {
  /** the term that the box shows */
  name: keyof LinkTerms & ('notify' | 'askGiver');
  label: string;
  /** of the box */
  text: string;
  /** of the button, for screen readers */
  editLabel: string;
}

/** LINKDETAIL-08, LINKDETAIL-13, USE-47: the box can be changed only while it is edited. */
export function TickRow({ name, label, text, editLabel, terms, isSaving, mayEdit, onSave }: TickRowProps) {
  const [edited, setEdited] = useState<boolean | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const isEditing = edited !== null;
  const value = terms[name] === true;
  const done = () => {
    setEdited(null);
    setWasEdited(true);
  };
  return (
    <Row label={label}>
      <span className={styles['editor']}>
        <Checkbox
          // A new one, so that it takes the focus.
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
            onSave={() => onSave({ [name]: edited }, done)}
          />
        )}
        {!isEditing && mayEdit && (
          <EditButton label={editLabel} hasFocus={wasEdited} onEdit={() => setEdited(value)} />
        )}
      </span>
    </Row>
  );
}

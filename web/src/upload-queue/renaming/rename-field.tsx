import { useId } from 'react';
import { MAX_TEXT } from '@vault/contract';
import type { RenameRow } from './use-renames.ts';
import { renameFieldsTexts } from '../texts.ts';
import styles from './rename-fields.module.css';

interface RenameFieldProps {
  row: RenameRow;
  onRename: (id: string, name: string) => void;
}

/** The field for the new name of one file, with what is wrong with the name (USE-08). */
export function RenameField({ row: { id, path, name, problem }, onRename }: RenameFieldProps) {
  const box = useId();
  return (
    <li className={styles['field']}>
      <label htmlFor={box}>
        <span className="visually-hidden">{renameFieldsTexts.newNameOf} </span>
        {path}
      </label>
      <input
        id={box}
        value={name}
        maxLength={MAX_TEXT}
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${box}-problem`}
        onChange={({ currentTarget }) => onRename(id, currentTarget.value)}
      />
      <span id={`${box}-problem`} role="alert" className={styles['problem']}>
        {problem}
      </span>
    </li>
  );
}

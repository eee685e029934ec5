import { useId } from 'react';
import { MAX_TEXT } from '@vault/contract';
import type { RenameRow } from './use-renames.ts';
import { renameFieldsTexts } from '../texts.ts';
import styles from './rename-fields.module.css';

/** The most names that can be edited; the other files use their proposals. */
const SHOWN = 200;

interface RenameFieldsProps {
  rows: readonly RenameRow[];
  onRename: (id: string, name: string) => void;
}

/** The list of forbidden names, each with a field for its new name (USE-08). */
export function RenameFields({ rows, onRename }: RenameFieldsProps) {
  return (
    <ul className={styles['fields']} aria-label={renameFieldsTexts.label}>
      {rows.slice(0, SHOWN).map((row) => (
        <RenameField key={row.id} row={row} onRename={onRename} />
      ))}
      {rows.length > SHOWN && <li>{renameFieldsTexts.more(rows.length - SHOWN)}</li>}
    </ul>
  );
}

function RenameField({
  row: { id, path, name, problem },
  onRename,
}: { row: RenameRow } & Pick<RenameFieldsProps, 'onRename'>) {
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

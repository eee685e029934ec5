import type { RenameRow } from './use-renames.ts';
import { renameFieldsTexts } from '../texts.ts';
import { RenameField } from './rename-field.tsx';
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

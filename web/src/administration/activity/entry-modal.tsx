import type { ActivityEntry } from '@vault/contract';
import { Button } from 'antd';
import { Modal, useLastNonNull } from '../../kit/index.ts';
import { dialogTexts } from '../../kit/list-texts.ts';
import { useOpenExposure } from '../../shared/index.ts';
import { type AccessedObject, entrySections, type EntryRow, type OnlyFilter } from './entry-sections.ts';
import { entryTexts } from './texts.ts';
import styles from './activity.module.css';

interface EntryModalProps {
  /** null while the dialog is closed */
  entry: ActivityEntry | null;
  onClose: () => void;
  /** shows only the entries of a person, record, object or link */
  onOnly: (filter: OnlyFilter) => void;
  /** shows the history of a file or the views of a link */
  onAccesses: (object: AccessedObject) => void;
}

const WIDTH = 640;

/** AUDIT-05: everything that one entry of the audit says. */
export function EntryModal({ entry, onClose, ...actions }: EntryModalProps) {
  const shown = useLastNonNull(entry);
  const openExposure = useOpenExposure();
  const item = shown === null ? null : exposedItem(shown);
  return (
    <Modal
      title={shown === null ? '' : entryTexts.title(shown.id)}
      open={entry !== null}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <>
          {item !== null && <Button onClick={() => openExposure(item)}>{entryTexts.exposure}</Button>}
          <Button type="primary" onClick={onClose}>
            {dialogTexts.done}
          </Button>
        </>
      }
    >
      {shown?.redacted === true && <p className={styles['note']}>{entryTexts.redacted}</p>}
      {shown !== null &&
        entrySections(shown).map(({ title, rows }) => (
          <section key={title} className={styles['section']}>
            <h3>{title}</h3>
            <dl>
              {rows.map((row) => (
                <Row key={row.label} row={row} {...actions} />
              ))}
            </dl>
          </section>
        ))}
    </Modal>
  );
}

/** Returns the id of the file, folder or link of an entry; null for an entry about something else (AUDIT-09). */
function exposedItem({ object, link }: ActivityEntry): string | null {
  const isItem = object !== null && ['file', 'folder', 'link'].includes(object.kind);
  return isItem ? object.id : (link?.sfid ?? null);
}

type RowProps = { row: EntryRow } & Pick<EntryModalProps, 'onOnly' | 'onAccesses'>;

function Row({ row: { label, value, only, accesses }, onOnly, onAccesses }: RowProps) {
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        {only !== undefined && (
          <Button
            type="link"
            size="small"
            aria-label={entryTexts.onlyOf(only.name)}
            onClick={() => onOnly(only.filter)}
          >
            {entryTexts.only}
          </Button>
        )}
        {accesses !== undefined && (
          <Button type="link" size="small" onClick={() => onAccesses(accesses)}>
            {entryTexts.accesses[accesses.kind]}
          </Button>
        )}
      </dd>
    </div>
  );
}

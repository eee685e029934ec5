import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { formatDateTime } from '../kit/index.ts';
import { useVault } from '../shell/index.ts';
import { ExpiryPicker } from '../sharing/index.ts';
import { Row } from './row.tsx';
import type { EditableRowProps } from './use-link-update.ts';
import styles from './links.module.css';

/** LINKDETAIL-07, LINKDETAIL-11, LINKDETAIL-12, LINKDETAIL-18 … LINKDETAIL-20 */
export function ExpiryRow(props: EditableRowProps) {
  const { terms, mayEdit } = props;
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) return <ExpiryEditor {...props} onDone={() => setIsEditing(false)} />;
  const { expire, expireDateTime } = terms;
  const isEndless = !expire || expireDateTime === null;
  return (
    <Row label="Link expires">
      <span>{isEndless ? 'Never' : formatDateTime(new Date(expireDateTime).toISOString())}</span>
      {mayEdit && (
        <Button
          type="link"
          size="small"
          aria-label="Edit when the link expires"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      )}
    </Row>
  );
}

function ExpiryEditor({ terms, isSaving, onSave, onDone }: EditableRowProps & { onDone: () => void }) {
  const { abilities } = useVault();
  // The day that it has may lie outside of what can be chosen now: a new one is to be chosen.
  const [chosen, setChosen] = useState<number | null>(null);
  const [isEndless, setIsEndless] = useState(!terms.expire);
  const isReady = isEndless ? abilities.noExp : chosen !== null;
  const save = async () => {
    const change = isEndless
      ? { expire: false, expireDateTime: null }
      : { expire: true, expireDateTime: chosen };
    if (await onSave(change)) onDone();
  };
  return (
    <Row label="Link expires">
      <span className={styles['editor']}>
        <ExpiryPicker
          value={isEndless ? null : chosen}
          first={1}
          isDisabled={isEndless}
          onChange={setChosen}
        />
        {abilities.noExp && (
          <Checkbox checked={isEndless} onChange={({ target }) => setIsEndless(target.checked)}>
            No expiration date
          </Checkbox>
        )}
        <span className={styles['editorButtons']}>
          <Button size="small" disabled={isSaving} onClick={onDone}>
            Cancel
          </Button>
          <Button
            size="small"
            type="primary"
            disabled={!isReady}
            loading={isSaving}
            onClick={() => void save()}
          >
            Save
          </Button>
        </span>
      </span>
    </Row>
  );
}

import { Checkbox } from 'antd';
import { useId, useState } from 'react';
import { hasErrorCode } from '../api/index.ts';
import { formatDateTime } from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import { ExpiryPicker } from '../sharing/index.ts';
import { EditButton, SaveButtons } from './edit-buttons.tsx';
import { DetailRow } from './detail-row.tsx';
import { linkDetailsTexts } from './texts.ts';
import type { EditableRowProps } from './use-link-update.ts';
import styles from './links.module.css';

/**
 * The row with the expiry of a link, and its editor (LINKDETAIL-07, LINKDETAIL-11, LINKDETAIL-12, LINKDETAIL-18 …
 * LINKDETAIL-20).
 */
export function ExpiryRow(props: EditableRowProps) {
  const { terms, mayEdit } = props;
  const [isEditing, setIsEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const done = () => {
    setIsEditing(false);
    setWasEdited(true);
  };
  if (isEditing) return <ExpiryEditor {...props} onDone={done} />;
  const { expire, expireDateTime } = terms;
  const isEndless = !expire || expireDateTime === null;
  return (
    <DetailRow label={linkDetailsTexts.expires}>
      <span>
        {isEndless ? linkDetailsTexts.never : formatDateTime(new Date(expireDateTime).toISOString())}
      </span>
      {mayEdit && (
        <EditButton
          label={linkDetailsTexts.editExpires}
          hasFocus={wasEdited}
          onEdit={() => setIsEditing(true)}
        />
      )}
    </DetailRow>
  );
}

function ExpiryEditor({ terms, isSaving, onSave, onDone }: EditableRowProps & { onDone: () => void }) {
  const { abilities } = useVault();
  // The editor starts without a day, because the stored day can be outside the allowed range. The user must choose a
  // new one.
  const [chosen, setChosen] = useState<number | null>(null);
  const [isEndless, setIsEndless] = useState(!terms.expire);
  const [problem, setProblem] = useState<string | null>(null);
  const noteId = useId();
  const isReady = isEndless ? abilities.noExp : chosen !== null;
  const save = () => {
    setProblem(null);
    onSave({
      change: isEndless ? { expire: false, expireDateTime: null } : { expire: true, expireDateTime: chosen },
      onSaved: onDone,
      showRefusal: (error) => {
        const text = refusedEndText(error);
        setProblem(text);
        return text !== null;
      },
    });
  };
  return (
    <DetailRow label={linkDetailsTexts.expires}>
      <span className={styles['editor']}>
        <ExpiryPicker
          label={linkDetailsTexts.expires}
          size="small"
          hasFocus
          value={isEndless ? null : chosen}
          first={1}
          isDisabled={isEndless}
          isWrong={problem !== null}
          describedBy={noteId}
          onChange={setChosen}
        />
        {abilities.noExp && (
          <Checkbox checked={isEndless} onChange={({ target }) => setIsEndless(target.checked)}>
            {linkDetailsTexts.noExpirationDate}
          </Checkbox>
        )}
        <SaveButtons isReady={isReady} isSaving={isSaving} onCancel={onDone} onSave={save} />
        {problem !== null && (
          <p id={noteId} className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
      </span>
    </DetailRow>
  );
}

/** The text beside the field for a refused end of a link; null when the refusal is about something else. */
function refusedEndText(error: Error): string | null {
  if (hasErrorCode(error, 'NO_ACCESS')) return linkDetailsTexts.mayNotExtend;
  return hasErrorCode(error, 'EXPIRY_OUT_OF_RANGE') ? error.message : null;
}

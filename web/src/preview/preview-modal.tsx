import { PREVIEW_MODAL_WIDTH } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../api/index.ts';
import { ConfirmDialog, FileIcon, formatDateTime, MiddleTruncated, Modal } from '../kit/index.ts';
import { useTopOffset, useVault } from '../shared/index.ts';
import { contentQuery, type Content } from './content-query.ts';
import { previewModalTexts } from './lazy-texts.ts';
import { PreviewActions } from './preview-actions.tsx';
import { TextEditor } from './text-editor.tsx';
import { KEYS_OF, usePreviewKeys } from './use-preview-keys.ts';
import { Viewer } from './viewer.tsx';
import { step, withVersion, type ViewedFile, type Viewing } from './viewing.ts';
import styles from './preview.module.css';

interface PreviewModalProps {
  viewing: Viewing;
  open: boolean;
  onChange: (viewing: Viewing) => void;
  onClose: () => void;
}

/** PREVIEW-01: the modal that shows or edits one file of the list, with buttons for the previous and the next file. */
export function PreviewModal({ viewing, open, onChange, onClose }: PreviewModalProps) {
  const top = useTopOffset();
  const viewed = viewing.files[viewing.at];
  const guard = useGuard();
  const close = () => guard.before(onClose);
  return (
    <Modal
      className={styles['modal']}
      title={viewed && <Title viewed={viewed} />}
      open={open}
      width={PREVIEW_MODAL_WIDTH}
      style={{ top, '--top': `${top}px` }}
      destroyOnHidden
      onCancel={close}
      footer={null}
      // A click beside the dialog must not discard edited text.
      mask={{ closable: !viewing.isEditing }}
    >
      <Contents viewing={viewing} guard={guard} onChange={onChange} onClose={close} />
      <ConfirmDialog
        title={previewModalTexts.discardTitle}
        open={guard.isAsking}
        message={previewModalTexts.discardMessage}
        onCancel={guard.stay}
        onConfirm={guard.leave}
      />
    </Modal>
  );
}

function Title({ viewed: { file, version } }: { viewed: ViewedFile }) {
  return (
    <span className={styles['title']} data-version={version !== null}>
      <FileIcon name={file.name} />
      <MiddleTruncated text={file.name} />
      {version !== null && (
        <span className={styles['versionOf']}>
          {previewModalTexts.versionOf(formatDateTime(version.createDate))}
        </span>
      )}
    </span>
  );
}

const NO_KEYS = {};

interface ContentsProps {
  viewing: Viewing;
  guard: Guard;
  onChange: (viewing: Viewing) => void;
  onClose: () => void;
}

function Contents({ viewing, guard, onChange, onClose }: ContentsProps) {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const viewed = viewing.files[viewing.at];
  // A changed key loads the text that another user saved, instead of the edited text.
  const [reloads, setReloads] = useState(0);
  const go = (by: 1 | -1) => guard.before(() => onChange(step(viewing, by)));
  // The keys also work while the text to edit loads (USE-05). The dialog handles Escape.
  usePreviewKeys(
    viewing.isEditing ? NO_KEYS : { ArrowLeft: () => go(-1), ArrowRight: () => go(1), ' ': onClose },
  );
  if (viewed === undefined) return null;

  const saved = ({ versionId, text, isDone }: { versionId: string; text: string; isDone: boolean }) => {
    const next = withVersion(viewing, versionId);
    // The saved text is known, so it is not loaded; loading it would count as another preview.
    const content: Content = { kind: 'text', text };
    queryClient.setQueryData(contentQuery({ ...viewed, versionId }).queryKey, content);
    void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
    onChange({ ...next, isEditing: !isDone });
  };
  const editor = (text: string) => (
    <TextEditor
      key={`${viewed.file.sfid}:${reloads}`}
      viewed={viewed}
      text={text}
      onDirty={guard.setIsDirty}
      onSaved={saved}
      onReload={(versionId) => {
        guard.setIsDirty(false);
        setReloads(reloads + 1);
        onChange(withVersion(viewing, versionId));
      }}
      onCancel={() => guard.before(() => onChange({ ...viewing, isEditing: false }))}
    />
  );
  return (
    <div className={styles['contents']} {...{ [KEYS_OF]: true }}>
      <PreviewActions
        viewing={viewing}
        onStep={go}
        onEdit={() => onChange({ ...viewing, isEditing: true })}
      />
      <Viewer
        key={`${viewed.file.sfid}:${viewing.isEditing ? 'edit' : viewed.versionId}`}
        viewed={viewed}
        edit={viewing.isEditing ? editor : null}
      />
    </div>
  );
}

/** Asks before an action that would lose unsaved changes. */
function useGuard() {
  const [isDirty, setIsDirty] = useState(false);
  const [asked, setAsked] = useState<(() => void) | null>(null);
  return {
    isAsking: asked !== null,
    setIsDirty,
    before: (leave: () => void) => (isDirty ? setAsked(() => leave) : leave()),
    stay: () => setAsked(null),
    leave: () => {
      setIsDirty(false);
      setAsked(null);
      asked?.();
    },
  };
}
type Guard = ReturnType<typeof useGuard>;

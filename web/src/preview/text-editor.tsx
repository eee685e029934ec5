import { Messages } from '@vault/contract';
import { Button } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { hasErrorCode, useSingleMutation } from '../api/index.ts';
import { Notice, useFirstFocus } from '../kit/index.ts';
import { useCopy, useLeaveWarning, useToast } from '../shared/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { textEditorTexts } from './lazy-texts.ts';
import { currentVersionOf, saveText } from './save-text.ts';
import { lineEndOf, withLineEnd } from './text-edit.ts';
import type { ViewedFile } from './viewing.ts';
import styles from './preview.module.css';

interface TextEditorProps {
  viewed: ViewedFile;
  /** the text as it was loaded */
  text: string;
  /** reports whether there are unsaved changes */
  onDirty: (isDirty: boolean) => void;
  /** called after saving; `isDone` is true when the person wants to view the text instead of editing more */
  onSaved: (saved: { versionId: string; text: string; isDone: boolean }) => void;
  /** loads the version that another user saved; it replaces the typed text */
  onReload: (versionId: string) => void;
  onCancel: () => void;
}

/**
 * An editor for a text file. Saving creates a new version, and never replaces a newer version of another user (C62).
 */
export function TextEditor({ viewed, text, onDirty, onSaved, onReload, onCancel }: TextEditorProps) {
  const toast = useToast();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isDirty, setIsDirty] = useState(false);
  useLeaveWarning(isDirty);
  useFirstFocus(box, (area) => {
    area.setSelectionRange(0, 0);
    area.focus();
  });
  const mark = (dirty: boolean) => {
    setIsDirty(dirty);
    onDirty(dirty);
  };
  const save = useSingleMutation({
    mutationFn: async ({ written }: { written: string; isDone: boolean }) => {
      const whole = withLineEnd(written, lineEndOf(text));
      const { file, versionId: baseVersionId } = viewed;
      const versionId = await saveText({ externalId: file.externalId ?? '', baseVersionId, text: whole });
      return { versionId, text: whole };
    },
    onSuccess: (saved, { written, isDone }) => {
      toast.success(Messages.updated);
      // Text that was typed during saving is not saved yet.
      const isMore = box.current !== null && box.current.value !== written;
      mark(isMore);
      onSaved({ ...saved, isDone: isDone && !isMore });
    },
    onError: (error) => {
      if (!isOverwriting(error)) toast.error(error);
    },
  });
  const submit = (isDone: boolean) => {
    const written = box.current?.value;
    if (written !== undefined && isDirty) save.mutate({ written, isDone });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    submit(false);
  };
  return (
    <div className={styles['editor']}>
      {isOverwriting(save.error) && (
        <NewerVersion
          fileId={viewed.file.sfid}
          written={() => box.current?.value ?? ''}
          onReload={onReload}
        />
      )}
      <textarea
        ref={box}
        className={styles['writing']}
        aria-label={textEditorTexts.label(viewed.file.name)}
        defaultValue={text}
        spellCheck={false}
        onKeyDown={onKeyDown}
        onInput={() => isDirty || mark(true)}
      />
      <div className={styles['editorFoot']}>
        <Button onClick={onCancel}>{dialogTexts.cancel}</Button>
        <Button type="primary" disabled={!isDirty} loading={save.isPending} onClick={() => submit(true)}>
          {textEditorTexts.save}
        </Button>
      </div>
    </div>
  );
}

const isOverwriting = (error: unknown) => hasErrorCode(error, 'NEWER_VERSION');

interface NewerVersionProps {
  fileId: string;
  written: () => string;
  onReload: (versionId: string) => void;
}

/** Shown when another user has saved first: the person can copy the typed text before loading the newer version. */
function NewerVersion({ fileId, written, onReload }: NewerVersionProps) {
  const toast = useToast();
  const reload = useSingleMutation({
    mutationFn: () => currentVersionOf(fileId),
    onSuccess: (versionId) => {
      if (versionId === null) toast.error(Messages.notFound);
      else onReload(versionId);
    },
    onError: toast.error,
  });
  const copy = useCopy();
  return (
    <div role="alert" className={styles['newer']}>
      <Notice
        kind="warning"
        title={Messages.newerVersion}
        action={
          <span className={styles['newerActions']}>
            <Button size="small" onClick={() => copy(written(), Messages.copiedToClipboard)}>
              {textEditorTexts.copyMine}
            </Button>
            <Button size="small" loading={reload.isPending} onClick={() => reload.mutate()}>
              {textEditorTexts.loadNewer}
            </Button>
          </span>
        }
      >
        <p>{textEditorTexts.newerHint}</p>
      </Notice>
    </div>
  );
}

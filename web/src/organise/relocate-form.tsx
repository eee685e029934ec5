import { Button } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleMutation } from '../api/index.ts';
import { DialogFooter, FileIcon, FolderIcon, MiddleTruncated, namedItems } from '../kit/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { isFolder, shownPath, treeQuery } from '../tree/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { CreateFolderPanel } from './create-folder-panel.tsx';
import { relocateQuestion, type MergeQuestion } from './merge-question.ts';
import { SubmitButton } from './submit-button.tsx';
import { namesProblem, targetProblem, type OrganisedItem, type RelocateAction } from './target.ts';
import { TargetTree } from './target-tree.tsx';
import { relocateTexts } from './texts.ts';
import type { Changes, RelocateInput } from './use-changes.ts';
import styles from './organise.module.css';

interface RelocateFormProps {
  action: RelocateAction;
  items: readonly OrganisedItem[];
  changes: Changes;
  onMerge: (question: MergeQuestion) => void;
  onClose: () => void;
}

/** The form in which the person chooses the target folder. No folder is selected at first (COPYMOVE-11). */
export function RelocateForm({ action, items, changes, onMerge, onClose }: RelocateFormProps) {
  const { recordId, abilities } = useVault();
  const toast = useToast();
  const tree = useQuery(treeQuery(recordId));
  const [targetId, setTargetId] = useState<string | null>(null);
  const target = tree.data?.byId.get(targetId ?? '');
  const problem =
    target === undefined || tree.data === undefined
      ? null
      : targetProblem(action, items, { target, index: tree.data });
  const relocate = useSingleMutation({
    mutationFn: (input: RelocateInput) => changes.relocate(input, { merging: false }),
    onSuccess: (outcome, input) => {
      if (outcome === 'done') onClose();
      else onMerge(relocateQuestion(recordId, input, changes));
    },
    onError: toast.error,
  });

  const submit = () => {
    if (target === undefined || problem !== null) return;
    const wrongNames = namesProblem(items, changes.characters);
    if (wrongNames === null) relocate.mutate({ action, items, target, follows: true });
    else toast.warning(wrongNames);
  };
  return (
    <div className={styles['relocate']}>
      <Subject items={items} />
      <TargetTree tree={tree} items={items} targetId={targetId} onChoose={setTargetId} />
      <p className={styles['target']} role="status">
        <span>{relocateTexts.target}</span>
        {target === undefined ? (
          <span className={styles['noTarget']}>{relocateTexts.noTarget}</span>
        ) : (
          <MiddleTruncated text={shownPath(target.path)} />
        )}
      </p>
      {abilities.create && tree.data !== undefined && (
        <CreateFolderPanel
          parent={target ?? tree.data.root}
          changes={changes}
          onCreated={({ sfid }) => setTargetId(sfid)}
        />
      )}
      <DialogFooter>
        <Button onClick={onClose}>{dialogTexts.cancel}</Button>
        <SubmitButton
          label={relocateTexts.action[action]}
          isReady={target !== undefined}
          problem={problem}
          isBusy={relocate.isPending}
          onSubmit={submit}
        />
      </DialogFooter>
    </div>
  );
}

/** The items that are copied or moved. */
function Subject({ items }: { items: readonly OrganisedItem[] }) {
  const [first] = items;
  if (first === undefined) return null;
  return (
    <p className={styles['subject']}>
      {isFolder(first) ? <FolderIcon /> : <FileIcon name={items.length === 1 ? first.name : ''} />}
      <MiddleTruncated text={namedItems(items)} />
    </p>
  );
}

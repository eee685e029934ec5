import { useQuery } from '@tanstack/react-query';
import { useSingleMutation } from '../api/index.ts';
import {
  ConfirmDialog,
  FileIcon,
  FolderIcon,
  MiddleTruncated,
  Notice,
  Spinner,
  useLastNonNull,
} from '../kit/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { listTexts } from '../kit/list-texts.ts';
import type { MergeQuestion } from './merge-question.ts';
import { mergeLines, mergePlanQuery, mergeSummary, type MergePlanRequest } from './merge-plan.ts';
import { mergeTexts } from './texts.ts';
import styles from './organise.module.css';

interface MergeDialogProps {
  /** null while the dialog is closed */
  question: MergeQuestion | null;
  onCancel: () => void;
  onMerged: () => void;
}

/** The dialog 'Merge files?': the question, with a preview of the result (C63). */
export function MergeDialog({ question, onCancel, onMerged }: MergeDialogProps) {
  const toast = useToast();
  const shown = useLastNonNull(question);
  const merge = useSingleMutation({
    mutationFn: (asked: MergeQuestion) => asked.confirm(),
    onSuccess: onMerged,
    onError: toast.error,
  });
  return (
    <ConfirmDialog
      title={mergeTexts.title}
      open={question !== null}
      message={shown?.message ?? ''}
      isDanger={false}
      isBusy={merge.isPending}
      onCancel={onCancel}
      onConfirm={() => question !== null && merge.mutate(question)}
    >
      {shown !== null && <Plan request={shown.plan} />}
    </ConfirmDialog>
  );
}

function Plan({ request }: { request: MergePlanRequest }) {
  const { recordId } = useVault();
  const { data: plan, isError } = useQuery(mergePlanQuery(recordId, request));
  if (isError) return <Notice kind="warning" title={mergeTexts.planFailed} />;
  if (plan === undefined) {
    return (
      <div className={styles['planLoading']}>
        <Spinner label={mergeTexts.planLoading} />
      </div>
    );
  }
  const { lines, more } = mergeLines(plan);
  return (
    <div className={styles['plan']}>
      <p className={styles['planSummary']} role="status">
        {mergeSummary(plan)}
      </p>
      {/* The list can have the focus, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles['planLines']} aria-label={mergeTexts.plan} tabIndex={0}>
        {lines.map(({ key, kind, name, detail }) => (
          <li key={key}>
            {kind === 'folder' ? <FolderIcon /> : <FileIcon name={name} />}
            <span className={styles['planWords']}>
              <MiddleTruncated text={name} />
              <span className={styles['planDetail']}>
                <MiddleTruncated text={detail} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles['planDetail']}>{listTexts.andMore(more)}</p>}
    </div>
  );
}

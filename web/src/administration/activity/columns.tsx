import type { ActivityEntry } from '@vault/contract';
import { Button } from 'antd';
import { formatDateTime, MiddleTruncated, type Column } from '../../kit/index.ts';
import { actorLabel, objectLabel } from './entry-labels.ts';
import { actionLabel, entryColumnTexts, outcomeLabels } from './texts.ts';
import styles from './activity.module.css';

/** The columns of the activity. @param onShow opens the dialog of an entry */
export function activityColumns(onShow: (entry: ActivityEntry) => void): Column<ActivityEntry>[] {
  return [
    {
      key: 'activity-time',
      title: entryColumnTexts.time,
      width: 208,
      cell: ({ at }) => <span className="tabular">{formatDateTime(at)}</span>,
    },
    {
      key: 'activity-actor',
      title: entryColumnTexts.actor,
      width: 144,
      cell: (entry) => <MiddleTruncated text={actorLabel(entry)} tail={0} />,
    },
    {
      key: 'activity-action',
      title: entryColumnTexts.action,
      width: 176,
      cell: ({ action }) => <MiddleTruncated text={actionLabel(action)} tail={0} />,
    },
    {
      key: 'activity-object',
      title: entryColumnTexts.object,
      width: 176,
      isFilling: true,
      cell: ({ object }) => object !== null && <MiddleTruncated text={objectLabel(object)} />,
    },
    {
      key: 'activity-record',
      title: entryColumnTexts.record,
      width: 128,
      cell: ({ record }) => record !== null && <MiddleTruncated text={record.name || record.sfid} tail={0} />,
    },
    {
      key: 'activity-outcome',
      title: entryColumnTexts.outcome,
      width: 96,
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      key: 'activity-address',
      title: entryColumnTexts.address,
      width: 136,
      // The dialog of the entry has it too.
      isOptional: true,
      cell: ({ actor }) => actor.address !== null && <MiddleTruncated text={actor.address} />,
    },
    {
      key: 'activity-entry',
      title: entryColumnTexts.entry,
      width: 80,
      isPinned: true,
      cell: (entry) => (
        <Button
          type="link"
          size="small"
          className={styles['show']}
          aria-label={entryColumnTexts.showOf(entry.id, actionLabel(entry.action))}
          onClick={() => onShow(entry)}
        >
          {entryColumnTexts.show}
        </Button>
      ),
    },
  ];
}

/** The outcome in words; a refusal and a failure are marked. */
export function Outcome({ outcome }: Pick<ActivityEntry, 'outcome'>) {
  return (
    <span className={styles['tag']} data-outcome={outcome}>
      {outcomeLabels[outcome]}
    </span>
  );
}

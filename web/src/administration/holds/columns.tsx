import type { Hold } from '@vault/contract';
import { Button } from 'antd';
import { type Column, formatDateTime } from '../../kit/index.ts';
import { CutText } from '../parts/cut-text.tsx';
import { holdsTexts, ruleLabel } from './texts.ts';

function folderOf({ path }: Hold): string {
  if (path === null) return holdsTexts.noFolder;
  return path === '' ? holdsTexts.wholeRecord : path;
}

/** The columns of the list of holds. */
export function holdColumns(onLift: (hold: Hold) => void): Column<Hold>[] {
  return [
    {
      key: 'hold-folder',
      title: holdsTexts.folder,
      width: 240,
      cell: (hold) => <CutText text={folderOf(hold)} />,
    },
    {
      key: 'hold-record',
      title: holdsTexts.record,
      width: 200,
      cell: ({ record }) => <CutText text={record.name} />,
    },
    { key: 'hold-rule', title: holdsTexts.rule, width: 130, cell: (hold) => ruleLabel(hold) },
    {
      key: 'hold-reason',
      title: holdsTexts.reason,
      width: 300,
      cell: ({ reason }) => <CutText text={reason} />,
    },
    { key: 'hold-by', title: holdsTexts.setBy, width: 160, cell: ({ setBy }) => <CutText text={setBy} /> },
    { key: 'hold-at', title: holdsTexts.setAt, width: 220, cell: ({ setAt }) => formatDateTime(setAt) },
    {
      key: 'hold-actions',
      title: holdsTexts.actions,
      width: 90,
      isPinned: true,
      cell: (hold) => (
        <Button
          type="link"
          size="small"
          aria-label={holdsTexts.liftOf(hold.reason)}
          onClick={() => onLift(hold)}
        >
          {holdsTexts.lift}
        </Button>
      ),
    },
  ];
}

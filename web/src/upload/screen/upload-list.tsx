import { ROW_HEIGHT, UPLOAD_ROWS_BEFORE_SCROLL } from '@vault/contract';
import { useMemo, useRef, useState } from 'react';
import { rowWindow, useViewport } from '../../kit/index.ts';
import { useUploadState } from '../use-upload.ts';
import { uploadListTexts } from '../texts.ts';
import { ItemRow } from './item-row.tsx';
import { PartRow } from './part-row.tsx';
import { rowsOf, type UploadRow } from './rows.ts';
import styles from './upload.module.css';

/** The height of the line above the list with its margin, and of the list's border, in CSS pixels. */
const HEAD_PX = 22;
/** The minimum number of visible lines, also in a low window. */
const LEAST_ROWS = 2;

/** UPLOAD-04, UPLOAD-07: the list of items. More than eight lines scroll, and only the visible lines are rendered. */
export function UploadList() {
  const isEmpty = useUploadState((state) => state.items.length === 0);
  return isEmpty ? null : <Lines />;
}

function Lines() {
  const items = useUploadState((state) => state.items);
  const { completed, total } = useUploadState((state) => state.counts);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const { top, height } = useViewport(box);

  const rows = useMemo(() => rowsOf(items, expanded), [items, expanded]);
  const { first, end } = rowWindow({ top, height, rowHeight: ROW_HEIGHT, count: rows.length });
  const [toggle] = useState(() => (id: string) => setExpanded((before) => toggled(before, id)));
  return (
    <div
      className={styles['lines']}
      style={{ minHeight: HEAD_PX + Math.min(rows.length, LEAST_ROWS) * ROW_HEIGHT }}
    >
      <p className={styles['listHead']}>
        <span>{uploadListTexts.itemCount(total)}</span>
        <span>{uploadListTexts.completed(completed, total)}</span>
      </p>
      <div
        ref={box}
        role="list"
        aria-label={uploadListTexts.list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        className={styles['list']}
        data-flat={items.every(({ kind }) => kind === 'file')}
        style={{ maxHeight: UPLOAD_ROWS_BEFORE_SCROLL * ROW_HEIGHT }}
      >
        <div role="presentation" style={{ height: rows.length * ROW_HEIGHT, position: 'relative' }}>
          {rows.slice(first, end).map((row, offset) => (
            <Line key={row.key} row={row} index={first + offset} count={rows.length} onToggle={toggle} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  row: UploadRow;
  index: number;
  count: number;
  onToggle: (id: string) => void;
}

function Line({ row, index, count, onToggle }: LineProps) {
  return (
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      className={styles['line']}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
    >
      {row.kind === 'item' ? (
        <ItemRow item={row.item} isExpanded={row.isExpanded} onToggle={onToggle} />
      ) : (
        <PartRow item={row.item} part={row.part} partIndex={row.partIndex} />
      )}
    </div>
  );
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

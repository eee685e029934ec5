import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { noteOf, type SheetState } from './note.ts';
import type { OpenSheet } from './open-sheet.ts';
import { SheetGrid } from './sheet-grid.tsx';
import { sheetTexts } from '../viewer-texts.ts';
import styles from './sheet.module.css';

/** A sheet that may load in two steps: first its first rows, then all rows. */
export interface SheetContent {
  first: OpenSheet;
  /** resolves with the sheet with all rows; null when `first` already has all of them */
  whole: Promise<OpenSheet> | null;
}

/** A spreadsheet: the grid of one sheet, and tabs for all sheets (USE-30). */
export function SheetView({ content, label }: { content: SheetContent; label: string }) {
  const { sheet, state } = useWhole(content);
  const [at, setAt] = useState(0);
  const [hasLost, setLost] = useState(false);
  const onFailure = useCallback(() => setLost(true), []);
  const { tabs, isCut } = sheet.index;
  const tab = tabs[at] ?? tabs[0];
  if (tab === undefined) return null;
  const note = noteOf(state, { hasLost, isCut, tab });
  return (
    <div className={styles['view']}>
      <SheetGrid key={at} sheet={sheet} tab={tab} label={label} onFailure={onFailure} />
      {(tabs.length > 1 || note !== null || state === 'coming') && (
        <div className={styles['foot']}>
          {tabs.length > 1 && <Tabs names={tabs.map(({ name }) => name)} at={at} onChange={setAt} />}
          <span className={styles['note']} role="status">
            {note ?? (state === 'coming' ? sheetTexts.loadingRows : '')}
          </span>
        </div>
      )}
    </div>
  );
}

function useWhole({ first, whole }: SheetContent) {
  const [now, setNow] = useState<{ sheet: OpenSheet; state: SheetState }>({
    sheet: first,
    state: whole === null ? 'whole' : 'coming',
  });
  useEffect(() => {
    let isGone = false;
    whole?.then(
      (sheet) => {
        if (!isGone) setNow({ sheet, state: 'whole' });
      },
      () => {
        if (!isGone) setNow({ sheet: first, state: 'failed' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [first, whole]);
  return now;
}

interface TabsProps {
  names: readonly string[];
  at: number;
  onChange: (at: number) => void;
}

function Tabs({ names, at, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + by + names.length) % names.length;
    onChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div ref={list} className={styles['tabs']} role="tablist" aria-label={sheetTexts.tabs} data-keeps-arrows>
      {names.map((name, n) => (
        <button
          // The order of the sheets never changes, so the index can be the key.
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          type="button"
          role="tab"
          aria-selected={n === at}
          tabIndex={n === at ? 0 : -1}
          className={styles['tab']}
          onClick={() => onChange(n)}
          onKeyDown={go}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { rowWindow, visibleRows, type TreeItem } from './rows.ts';
import { TreeLine } from './tree-line.tsx';
import { useTreeDrop, type TreeDrop } from './use-tree-drop.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useViewport } from './use-viewport.ts';
import { useEdgeScroll } from '../use-edge-scroll.ts';
import { useKeptView } from '../use-kept-view.ts';
import { useOnChange } from '../use-on-change.ts';
import styles from './tree.module.css';

export interface VirtualTreeProps {
  label: string;
  roots: readonly TreeItem[];
  expanded: ReadonlySet<string>;
  onToggle: (id: string) => void;
  selectedId: string | null;
  onChoose: (id: string) => void;
  /** the active node while none is selected */
  startId?: string | null;
  /** the icon before every name */
  icon: ReactNode;
  /** handlers for dropping; without them nothing can be dropped */
  drop?: TreeDrop | undefined;
}

/** The height of a line, in CSS pixels. */
const LINE_HEIGHT = 32;

/**
 * A tree of any size: only the visible lines are rendered. The tree element is the only tab stop. Arrow keys, Home,
 * End, letters, Enter and Space work as in the ARIA tree view pattern.
 */
export function VirtualTree(props: VirtualTreeProps) {
  const { roots, expanded, selectedId, onToggle, onChoose, startId = null, drop } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { top, height } = useViewport(box);
  const rows = useMemo(() => visibleRows(roots, expanded), [roots, expanded]);
  const shownId = selectedId ?? startId;
  const shownIndex = rows.findIndex((row) => row.id === shownId);
  const [active, setActive] = useState({ id: shownId, shownId });
  // When another folder is opened, it also becomes the active row of the keyboard.
  const activeId = active.shownId === shownId ? active.id : shownId;
  const setActiveId = (next: string | null) => setActive({ id: next, shownId });
  const found = rows.findIndex((row) => row.id === activeId);
  const activeIndex = found >= 0 ? found : Math.max(0, shownIndex);
  const { first, end } = rowWindow({ top, height, rowHeight: LINE_HEIGHT, count: rows.length });

  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  // Keeps the view when folders are added or removed, but not when the user expands or collapses one.
  useKeptView({ frame: box, ids, resetKey: expanded, rowHeight: () => LINE_HEIGHT });
  // Scrolls to the current folder when it changes or becomes visible, not on every scroll.
  useOnChange(`${shownId} ${shownIndex >= 0} ${height > 0}`, () => {
    if (shownIndex >= 0) scrollIntoSight(box.current, shownIndex, 'middle');
  });

  const onKeyDown = useTreeKeys({
    rows,
    activeIndex,
    onToggle,
    onChoose,
    onMove: (index) => {
      setActiveId(rows[index]?.id ?? null);
      scrollIntoSight(box.current, index, 'edge');
    },
  });
  const dropping = useTreeDrop({ rows, onToggle, drop });
  useEdgeScroll(box);
  return (
    <div
      ref={box}
      role="tree"
      aria-label={props.label}
      aria-activedescendant={activeIndex >= first && activeIndex < end ? `${id}-${activeIndex}` : undefined}
      tabIndex={0}
      className={styles['tree']}
      onKeyDown={onKeyDown}
      {...dropping}
    >
      <div role="presentation" className={styles['inner']} style={{ height: rows.length * LINE_HEIGHT }}>
        {rows.slice(first, end).map((row, offset) => (
          <TreeLine
            key={row.id}
            id={`${id}-${first + offset}`}
            row={row}
            top={(first + offset) * LINE_HEIGHT}
            isSelected={row.id === selectedId}
            isActive={first + offset === activeIndex}
            drop={drop?.over?.id === row.id ? drop.over.verdict : null}
            icon={props.icon}
            onToggle={() => onToggle(row.id)}
            onChoose={() => {
              setActiveId(row.id);
              onChoose(row.id);
            }}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Scrolls as far as needed to show a line. After a key the line is at the edge of the tree; after another folder was
 * opened it is in the middle.
 */
function scrollIntoSight(box: HTMLElement | null, index: number, where: 'edge' | 'middle'): void {
  if (box === null) return;
  const top = index * LINE_HEIGHT;
  const isAbove = top < box.scrollTop;
  const isBelow = top + LINE_HEIGHT > box.scrollTop + box.clientHeight;
  if (!isAbove && !isBelow) return;
  const margins = { edge: LINE_HEIGHT, middle: (box.clientHeight - LINE_HEIGHT) / 2 };
  const margin = margins[where];
  box.scrollTop = isAbove ? top - margin : top + LINE_HEIGHT + margin - box.clientHeight;
}

import { memo, type ReactNode } from 'react';
import { MiddleTruncated } from '../middle-truncated.tsx';
import type { DropVerdict } from '../drop-verdict.ts';
import type { TreeRow } from './rows.ts';
import styles from './tree.module.css';

interface TreeLineProps {
  id: string;
  row: TreeRow;
  /** position in CSS pixels from the top of the tree */
  top: number;
  isSelected: boolean;
  isActive: boolean;
  /** whether this node accepts the current drag; null without a drag */
  drop: DropVerdict | null;
  icon: ReactNode;
  onToggle: () => void;
  onChoose: () => void;
}

const INDENT = 16;
/** Levels below this one are not indented more, because their names would not fit into the pane. */
const DEEPEST_INDENT = 10;

/** One folder of the tree. The tree handles the keys and is the tab stop. */
function PlainTreeLine(props: TreeLineProps) {
  const { id, row, top, isSelected, isActive, drop, icon, onToggle, onChoose } = props;
  const indent = Math.min(row.level - 1, DEEPEST_INDENT) * INDENT;
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={isSelected}
      className={styles['line']}
      data-active={isActive}
      data-node-id={row.id}
      data-drop={drop ?? undefined}
      style={{ top, paddingInlineStart: 8 + indent }}
      onClick={onChoose}
    >
      <span
        className={styles['chevron']}
        data-expanded={row.expanded}
        aria-hidden
        onClick={(event) => {
          if (row.expanded === null) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {row.expanded !== null && (
          <svg width="16" height="16" viewBox="0 0 16 16">
            <path
              d="m6 4 4 4-4 4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
            />
          </svg>
        )}
      </span>
      {icon}
      <MiddleTruncated text={row.label} />
    </div>
  );
}

export const TreeLine = memo(PlainTreeLine);

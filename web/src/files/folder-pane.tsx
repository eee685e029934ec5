import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { ResizeHandle, Tip, type TreeDrop } from '../kit/index.ts';
import { FolderTree, type Folder, type FolderIndex } from '../tree/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { initialWidth, PANE_WIDTH, usePaneState } from './pane-width.ts';
import { folderPaneTexts } from './texts.ts';
import styles from './files.module.css';

interface FolderPaneProps {
  /** undefined while it loads */
  tree: FolderIndex | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  currentId: string | null;
  onChoose: (folder: Folder) => void;
  drop: TreeDrop;
}

/** FILES-01: the folder tree to the left of the list. It can be resized or collapsed. */
export function FolderPane({ tree, hasFailed, onRetry, currentId, onChoose, drop }: FolderPaneProps) {
  const [pane, change] = usePaneState();
  const box = useRef<HTMLElement>(null);
  const label = pane.isCollapsed ? folderPaneTexts.show : folderPaneTexts.hide;
  return (
    <nav
      ref={box}
      className={styles['pane']}
      data-collapsed={pane.isCollapsed}
      aria-label={folderPaneTexts.title}
      style={{ width: pane.isCollapsed ? undefined : pane.width }}
    >
      <div className={styles['paneHead']}>
        {!pane.isCollapsed && <h2 className={styles['paneTitle']}>{folderPaneTexts.title}</h2>}
        <Tip text={label}>
          <Button
            type="text"
            size="small"
            aria-label={label}
            aria-expanded={!pane.isCollapsed}
            icon={pane.isCollapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
            onClick={() => change({ isCollapsed: !pane.isCollapsed })}
          />
        </Tip>
      </div>
      {!pane.isCollapsed && (
        <>
          {tree !== undefined && (
            <FolderTree
              label={folderPaneTexts.title}
              index={tree}
              currentId={currentId}
              onChoose={onChoose}
              drop={drop}
            />
          )}
          {hasFailed && <TreeFailed onRetry={onRetry} />}
          <ResizeHandle
            label={folderPaneTexts.width}
            measure={() => box.current?.offsetWidth ?? pane.width}
            min={PANE_WIDTH.min}
            max={PANE_WIDTH.max}
            onResize={(width) => change({ width })}
            onReset={() => change({ width: initialWidth(innerWidth) })}
          />
        </>
      )}
    </nav>
  );
}

function TreeFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['paneFailed']}>
      <p>{folderPaneTexts.loadFailed}</p>
      <Button size="small" onClick={onRetry}>
        {commonTexts.tryAgain}
      </Button>
    </div>
  );
}

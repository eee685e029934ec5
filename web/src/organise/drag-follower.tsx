import { StopOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { FileIcon, FolderIcon, layerElement, MiddleTruncated, namedItems } from '../kit/index.ts';
import { isFolder } from '../tree/index.ts';
import type { Drag, DragTarget } from './dragging.ts';
import { dragTexts } from './texts.ts';
import { useDragStore } from './use-organise.ts';
import styles from './organise.module.css';

/**
 * A label that follows the pointer while rows are dragged. It shows the items, and what a drop at this position does or
 * why it is refused.
 */
export function DragFollower() {
  const drag = useStore(useDragStore());
  return drag === null ? null : createPortal(<Chip drag={drag} />, layerElement());
}

/** The distance between the pointer and the label, in CSS pixels. */
const OFFSET = 14;

function Chip({ drag }: { drag: Drag }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ clientX, clientY }: DragEvent) => {
      const chip = box.current;
      if (chip === null) return;
      const x = Math.min(clientX + OFFSET, innerWidth - chip.offsetWidth - 8);
      const y = Math.min(clientY + OFFSET, innerHeight - chip.offsetHeight - 8);
      chip.style.transform = `translate(${x}px, ${y}px)`;
      chip.style.visibility = 'visible';
    };
    document.addEventListener('dragover', follow);
    return () => document.removeEventListener('dragover', follow);
  }, []);
  const [first] = drag.items;
  const isOne = drag.items.length === 1;
  return (
    <div ref={box} className={styles['follower']} data-refused={drag.over?.problem != null}>
      <p className={styles['followerSubject']}>
        {first && isFolder(first) ? <FolderIcon /> : <FileIcon name={isOne ? (first?.name ?? '') : ''} />}
        <MiddleTruncated text={namedItems(drag.items)} />
      </p>
      {drag.over !== null && <Verdict over={drag.over} />}
    </div>
  );
}

function Verdict({ over: { folder, action, problem } }: { over: DragTarget }) {
  if (problem !== null) {
    return (
      <p className={styles['followerProblem']}>
        <StopOutlined aria-hidden /> {problem}
      </p>
    );
  }
  return (
    <p className={styles['followerTarget']}>
      <span>{dragTexts.action[action]}</span>
      <MiddleTruncated text={folder.name} />
    </p>
  );
}

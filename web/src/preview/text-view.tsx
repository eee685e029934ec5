import { TEXT_VIEWER_LINES, TEXT_VIEWER_MARGIN_PX } from '@vault/contract';
import { FileTextOutlined } from '@ant-design/icons';
import { memo, useEffect, useRef, useState } from 'react';
import { ColouredText } from '../kit/code/coloured-text.tsx';
import type { Highlighter } from '../kit/code/highlighter.ts';
import { EmptyState } from '../kit/index.ts';
import { viewerTexts } from './lazy-texts.ts';
import { Stage } from './stage.tsx';
import { endOfLines } from '../kit/text-lines.ts';
import styles from './preview.module.css';

interface TextViewProps {
  label: string;
  text: string;
  /** the colours of source code; null until they are loaded, absent for a plain text */
  highlighter?: Highlighter | null;
}

/**
 * PREVIEW-27, PREVIEW-28, LIMIT-18: shows the first 100 lines, and adds 100 lines when the user scrolls near the
 * bottom.
 */
export function TextView({ label, text, highlighter }: TextViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState(() => [endOfLines(text, 0, TEXT_VIEWER_LINES)]);
  const shownTo = ends.at(-1) ?? 0;
  const grow = () => {
    const frame = box.current;
    if (frame === null || shownTo >= text.length) return;
    const below = frame.scrollHeight - frame.scrollTop - frame.clientHeight;
    if (below > TEXT_VIEWER_MARGIN_PX) return;
    setEnds((before) => [...before, endOfLines(text, before.at(-1) ?? 0, TEXT_VIEWER_LINES)]);
  };
  const latest = useRef(grow);
  useEffect(() => {
    latest.current = grow;
    // The bottom can still be near after a chunk was added, such as in a large window.
    grow();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <Stage label={label} box={box} onScroll={grow}>
      {text === '' ? (
        <div className={styles['middle']}>
          <EmptyState icon={<FileTextOutlined />} title={viewerTexts.emptyText} />
        </div>
      ) : (
        <div className={styles['text']}>
          {ends.map((end, index) => {
            const from = ends[index - 1] ?? 0;
            if (highlighter === undefined) return <Chunk key={end} text={text.slice(from, end)} />;
            return <ColouredText key={end} text={text} from={from} to={end} highlighter={highlighter} />;
          })}
        </div>
      )}
    </Stage>
  );
}

/** The chunk is memoised, so that earlier chunks are not rendered again when a chunk is added. */
const Chunk = memo(({ text }: { text: string }) => <span>{text}</span>);
Chunk.displayName = 'Chunk';

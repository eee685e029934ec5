import { memo, useEffect, useState } from 'react';
import type { Highlighter } from './highlighter.ts';
import type { Segment } from './segments.ts';
import styles from './code.module.css';

interface ColouredTextProps {
  text: string;
  /** start of the shown range, as an index in the text */
  from: number;
  to: number;
  highlighter: Highlighter | null;
}

/** The class of each scope of highlight.js; a scope without a class has the colour of the text. */
const CLASSES: Readonly<Record<string, string>> = styles;

/** A range of a source text (USE-32): without colours first, then in the colours of its language. */
export const ColouredText = memo(({ text, from, to, highlighter }: ColouredTextProps) => {
  const [segments, setSegments] = useState<readonly Segment[] | null>(null);
  useEffect(() => {
    let isGone = false;
    void highlighter?.segments(from, to).then((found) => {
      if (!isGone) setSegments(found);
    });
    return () => {
      isGone = true;
    };
  }, [highlighter, from, to]);
  if (segments === null) return <span>{text.slice(from, to)}</span>;
  return (
    <span data-coloured>
      {segments.map(({ start, text: piece, scope }) => {
        const look = CLASSES[scope];
        return look === undefined ? (
          piece
        ) : (
          <span key={start} className={look}>
            {piece}
          </span>
        );
      })}
    </span>
  );
});
ColouredText.displayName = 'ColouredText';

import { useLayoutEffect, useRef, useState } from 'react';
import { Tip } from './tip.tsx';
import { truncateMiddle } from './truncate-middle.ts';
import styles from './kit.module.css';

let canvas: CanvasRenderingContext2D | null | undefined;

function measureIn(element: HTMLElement): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d');
  const context = canvas;
  if (context === null) return () => 0;
  context.font = getComputedStyle(element).font;
  return (text) => context.measureText(text).width;
}

/**
 * A name on one line. When it does not fit it loses its middle, and the whole of it stands in a tooltip and in
 * the accessible text; a name that fits is plain text.
 */
export function MiddleTruncated({ text }: { text: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState({ text, shown: text });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const fit = () => {
      const shown = truncateMiddle(text, element.clientWidth, measureIn(element));
      setCut((before) => (before.text === text && before.shown === shown ? before : { text, shown }));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  // The former text's shortening says nothing about a new one.
  const isWhole = cut.text !== text || cut.shown === text;
  return (
    <span ref={box} className={styles['oneLine']}>
      {isWhole ? (
        text
      ) : (
        <Tip text={text}>
          <span>
            <span aria-hidden>{cut.shown}</span>
            <span className="visually-hidden">{text}</span>
          </span>
        </Tip>
      )}
    </span>
  );
}

import { useLayoutEffect, useRef, useState } from 'react';
import { Tip } from './tip.tsx';
import { tailLengthOf, truncateMiddle } from './truncate-middle.ts';
import styles from './kit.module.css';

let canvas: CanvasRenderingContext2D | null | undefined;

function measureIn(element: HTMLElement): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d');
  const context = canvas;
  if (context === null) return () => 0;
  // The `font` shorthand is empty in forced colours.
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return (text) => context.measureText(text).width;
}

/** Returns the part of the text that fits in the box; all of it while it does not overflow. */
function shownIn(box: HTMLElement, text: string, tail: number): string {
  const whole = box.querySelector<HTMLElement>('[data-whole]') ?? box;
  if (whole.scrollWidth <= whole.clientWidth) return text;
  return truncateMiddle(text, { width: box.clientWidth, measure: measureIn(box), tailLength: tail });
}

interface MiddleTruncatedProps {
  text: string;
  /**
   * number of letters at the end that stay visible; by default enough to distinguish names, 0 for texts whose end may
   * be cut, such as people's names
   */
  tail?: number;
}

/**
 * A name on one line. When it does not fit, its middle is cut and a tooltip shows the whole name; a name that fits is
 * plain text. The accessible text is always the whole name.
 */
export function MiddleTruncated({ text, tail = tailLengthOf(text) }: MiddleTruncatedProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState({ text, shown: text });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const fit = () => {
      const shown = shownIn(element, text, tail);
      setCut((before) => (before.text === text && before.shown === shown ? before : { text, shown }));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, tail]);
  // The shortened form of a previous text does not apply to a new one.
  const isWhole = cut.text !== text || cut.shown === text;
  return (
    <span ref={box} className={styles['oneLine']}>
      {isWhole ? text : <Cut text={text} shown={cut.shown} />}
    </span>
  );
}

/** The whole name keeps its width, invisible, so that it shows again as soon as there is enough room. */
function Cut({ text, shown }: { text: string; shown: string }) {
  return (
    <Tip text={text}>
      <span className={styles['cut']}>
        <span className={styles['unseen']} data-whole>
          {text}
        </span>
        <span className={styles['shown']} aria-hidden>
          {shown}
        </span>
      </span>
    </Tip>
  );
}

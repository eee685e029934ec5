import { useLayoutEffect, useRef, useState } from 'react';
import { Tip } from './tip.tsx';
import { tailLengthOf, truncateMiddle } from './truncate-middle.ts';
import styles from './kit.module.css';

let canvas: CanvasRenderingContext2D | null | undefined;

function measureIn(element: HTMLElement): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d');
  const context = canvas;
  if (context === null) return () => 0;
  // The computed `font` shorthand is empty in forced colours, so the single values are read.
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return (text) => context.measureText(text).width;
}

/** Returns the text as it fits in the box: the complete text, or a shortened one when it overflows. */
function shownIn(box: HTMLElement, text: string, tail: number): string {
  const whole = box.querySelector<HTMLElement>('[data-whole]') ?? box;
  if (whole.scrollWidth <= whole.clientWidth) return text;
  return truncateMiddle(text, { width: box.clientWidth, measure: measureIn(box), tailLength: tail });
}

interface MiddleTruncatedProps {
  text: string;
  /**
   * number of letters at the end that stay visible; the default is enough to distinguish file names. Use 0 for a text
   * whose end may be cut, such as the name of a person
   */
  tail?: number;
}

/**
 * A name on one line. When it does not fit, its middle is cut and a tooltip shows the complete name. A name that fits
 * has no tooltip. Screen readers always read the complete name.
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
  // After the text has changed, the stored short form still belongs to the previous text and is ignored.
  const isWhole = cut.text !== text || cut.shown === text;
  return (
    <span ref={box} className={styles['oneLine']}>
      {isWhole ? text : <Cut text={text} shown={cut.shown} />}
    </span>
  );
}

/**
 * A shortened name. The complete name stays in the page, invisible and with its width, so that it is shown again as
 * soon as there is enough room.
 */
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

import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import type { DrawnPage } from './pdf-document.ts';
import styles from './pdf-page.module.css';

interface PdfPageProps {
  drawn: DrawnPage;
  /** Sets the width and height of the page; both may change. */
  style: CSSProperties;
}

/** A drawn page. Its invisible text is over it, for selecting and for screen readers. */
export function PdfPage({ drawn: { canvas, words, size }, style }: PdfPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    sheet.current?.replaceChildren(canvas);
    text.current?.replaceChildren(words);
    const element = box.current;
    if (element === null) return undefined;
    // PDF.js positions the text by this scale factor.
    const fit = () =>
      element.style.setProperty('--total-scale-factor', String(element.clientWidth / size.width));
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  }, [canvas, words, size]);
  return (
    <div ref={box} className={styles['page']} style={style}>
      <div ref={sheet} aria-hidden />
      <div ref={text} className={styles['words']} />
    </div>
  );
}

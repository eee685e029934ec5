import { SHELL_TOP_OFFSET } from '@vault/contract';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { TopOffsetContext } from './top-offset.ts';
import styles from './shell.module.css';

interface FrameProps {
  /** header and tab bar */
  top: ReactNode;
  children: ReactNode;
}

/** The page's outline: what stands on top is measured, so that modals can stand below it (SHELL-06). */
export function Frame({ top, children }: FrameProps) {
  const element = useRef<HTMLElement>(null);
  const [offset, setOffset] = useState(SHELL_TOP_OFFSET);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const observer = new ResizeObserver(() => setOffset(Math.round(measured.getBoundingClientRect().height)));
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return (
    <TopOffsetContext value={offset}>
      <div className={styles['frame']}>
        <header ref={element} className={styles['top']}>
          {top}
        </header>
        {children}
      </div>
    </TopOffsetContext>
  );
}

import { SHELL_TOP_OFFSET } from '@vault/contract';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useHost } from './host-context.ts';
import { TopOffsetContext } from './top-offset.ts';
import styles from './shell.module.css';

interface FrameProps {
  /** header and tab bar */
  top: ReactNode;
  children: ReactNode;
}

/** The page's outline: where what stands on top ends is measured, so that modals can stand below it (SHELL-06). */
export function Frame({ top, children }: FrameProps) {
  const host = useHost();
  const element = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(SHELL_TOP_OFFSET);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = () => setOffset(Math.max(0, Math.round(measured.getBoundingClientRect().bottom)));
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    // A portal's page may scroll, and with it the vault inside.
    if (host !== null) addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure, { capture: true });
    };
  }, [host]);
  const Top = host === null ? 'header' : 'div';
  return (
    <TopOffsetContext value={offset}>
      <div className={styles['frame']}>
        <Top ref={element} className={styles['top']}>
          {top}
        </Top>
        {children}
      </div>
    </TopOffsetContext>
  );
}

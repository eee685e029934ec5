import { useEffect, useRef, type ReactNode } from 'react';
import styles from './preview.module.css';

/** The container of a spreadsheet. Its grid takes the focus on mount, as `Stage` does for other files. */
export function SheetStage({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wait = requestAnimationFrame(() => {
      if (!(document.activeElement instanceof HTMLButtonElement)) {
        frame.current?.querySelector<HTMLElement>('[role="region"]')?.focus({ preventScroll: true });
      }
    });
    return () => cancelAnimationFrame(wait);
  }, []);
  return (
    <div ref={frame} className={styles['sheet']}>
      {children}
    </div>
  );
}

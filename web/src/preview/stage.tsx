import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref, type UIEventHandler } from 'react';
import styles from './preview.module.css';

interface StageProps {
  /** what is shown, for screen readers */
  label: string;
  box?: Ref<HTMLDivElement | null>;
  onScroll?: UIEventHandler<HTMLDivElement>;
  /** dark behind pages and pictures */
  isDeep?: boolean;
  children: ReactNode;
}

/**
 * The place where a file is shown; it scrolls. It has the focus at the opening, and takes it again when another file
 * comes while the former stage had it; who is on a button stays there.
 */
export function Stage({ label, box, onScroll, isDeep = false, children }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(box, () => frame.current);
  useEffect(() => {
    const wait = requestAnimationFrame(() => {
      const active = document.activeElement;
      const dialog = frame.current?.closest('[role="dialog"]');
      const isOnControl = active !== dialog && dialog?.contains(active) === true && isControl(active);
      if (!isOnControl) frame.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(wait);
  }, []);
  return (
    <div
      ref={frame}
      className={styles['stage']}
      data-deep={isDeep}
      role="region"
      aria-label={label}
      // What scrolls has to be reached by keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={onScroll}
    >
      {children}
    </div>
  );
}

const isControl = (element: Element | null) => element?.matches('button, a, input, textarea') === true;

import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref, type UIEventHandler } from 'react';
import { KEYS_OF } from './use-preview-keys.ts';
import styles from './preview.module.css';

interface StageProps {
  /** name of the viewed file, for screen readers */
  label: string;
  box?: Ref<HTMLDivElement | null>;
  onScroll?: UIEventHandler<HTMLDivElement>;
  /** true: a dark background, for pages and pictures */
  isDeep?: boolean;
  children: ReactNode;
}

/**
 * The scrolling area that shows a file. It takes the focus on mount: when the preview opens and the dialog has focused
 * Close, and when another file opens. Another focused button of the preview keeps the focus.
 */
export function Stage({ label, box, onScroll, isDeep = false, children }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(box, () => frame.current);
  useEffect(() => {
    const wait = requestAnimationFrame(() => {
      if (!isOnControl(document.activeElement)) frame.current?.focus({ preventScroll: true });
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
      // A scrolling area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={onScroll}
    >
      {children}
    </div>
  );
}

const isOnControl = (focused: Element | null) =>
  focused?.closest(`[${KEYS_OF}]`) !== null && focused?.matches('button, a, input, textarea') === true;

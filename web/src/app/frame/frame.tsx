import { SHELL_TOP_OFFSET } from '@vault/contract';
import { ConfigProvider } from 'antd';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { TopOffsetContext, useHost } from '../../shared/index.ts';
import styles from './frame.module.css';

interface FrameProps {
  /** the header and the tab bar */
  top: ReactNode;
  children: ReactNode;
}

/**
 * The layout of the page. It measures the height of header and tabs, because every modal starts directly below them
 * (SHELL-06, USE-22).
 */
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
    // A portal's page may scroll and move the vault, so the position is measured again.
    if (host !== null) addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure, { capture: true });
    };
  }, [host]);
  const modal = useMemo(() => ({ style: { top: offset } }), [offset]);
  const Top = host === null ? 'header' : 'div';
  return (
    <TopOffsetContext value={offset}>
      <ConfigProvider modal={modal}>
        <div className={styles['frame']}>
          <Top ref={element} className={styles['top']}>
            {top}
          </Top>
          {children}
        </div>
      </ConfigProvider>
    </TopOffsetContext>
  );
}

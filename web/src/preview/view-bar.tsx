import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { viewBarTexts } from './lazy-texts.ts';
import type { Fit, Zoom } from './zoom.ts';
import { BarButton } from './bar-button.tsx';
import styles from './preview.module.css';

interface ViewBarProps {
  factor: number;
  zoom: Zoom;
  fit: Fit;
  onStep: (by: 1 | -1) => void;
  onFit: () => void;
  children: ReactNode;
}

/** The bar with the controls of a view: pages, if there are any, and zoom. */
export function ViewBar({ factor, zoom, fit, onStep, onFit, children }: ViewBarProps) {
  return (
    <div className={styles['viewBar']} role="toolbar" aria-label={viewBarTexts.toolbar}>
      {children}
      <span className={styles['viewGroup']}>
        <BarButton
          label={viewBarTexts.zoomOut}
          hint="-"
          icon={<ZoomOutOutlined />}
          onClick={() => onStep(-1)}
        />
        <span className={styles['figure']} role="status" aria-label={viewBarTexts.zoom}>
          {Math.round(factor * 100)}%
        </span>
        <BarButton label={viewBarTexts.zoomIn} hint="+" icon={<ZoomInOutlined />} onClick={() => onStep(1)} />
        <BarButton
          label={viewBarTexts.fit[fit]}
          hint="0"
          icon={<CompressOutlined />}
          disabled={zoom === 'fit'}
          onClick={onFit}
        />
      </span>
    </div>
  );
}

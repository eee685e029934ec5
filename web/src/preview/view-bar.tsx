import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Tip } from '../kit/index.ts';
import { viewBarTexts } from './lazy-texts.ts';
import type { Fit, Zoom } from './zoom.ts';
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

interface BarButtonProps {
  label: string;
  /** the key with the same action, shown in the tooltip */
  hint?: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

export function BarButton({ label, hint, icon, disabled = false, onClick }: BarButtonProps) {
  return (
    <Tip text={hint === undefined ? label : viewBarTexts.withKey(label, hint)}>
      <Button
        type="text"
        size="small"
        aria-label={label}
        icon={
          <span className={styles['icon']} aria-hidden>
            {icon}
          </span>
        }
        disabled={disabled}
        onClick={onClick}
      />
    </Tip>
  );
}

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Tip } from '../kit/index.ts';
import { viewBarTexts } from './lazy-texts.ts';
import styles from './preview.module.css';

interface BarButtonProps {
  label: string;
  /** the key with the same action, shown in the tooltip */
  hint?: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

/** A button with an icon in the bar of a view. */
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

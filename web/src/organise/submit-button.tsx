import { Button } from 'antd';
import { Tip } from '../kit/index.ts';
import styles from './organise.module.css';

interface SubmitButtonProps {
  label: string;
  /** true when a target is chosen */
  isReady: boolean;
  /** why it cannot be submitted, for the tooltip */
  problem: string | null;
  isBusy: boolean;
  onSubmit: () => void;
}

/**
 * COPYMOVE-08 … COPYMOVE-11: disabled with the reason in a tooltip. It can still get the focus, so that the reason is
 * also available without a pointer.
 */
export function SubmitButton({ label, isReady, problem, isBusy, onSubmit }: SubmitButtonProps) {
  if (problem === null) {
    return (
      <Button type="primary" disabled={!isReady} loading={isBusy} onClick={onSubmit}>
        {label}
      </Button>
    );
  }
  return (
    <Tip text={problem}>
      <Button className={styles['blocked']} aria-disabled>
        {label}
      </Button>
    </Tip>
  );
}

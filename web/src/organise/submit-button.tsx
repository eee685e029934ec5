import { Button } from 'antd';
import { Tip } from '../kit/index.ts';
import styles from './organise.module.css';

interface SubmitButtonProps {
  label: string;
  /** there is something to submit */
  isReady: boolean;
  /** why it cannot be submitted, in the tooltip */
  problem: string | null;
  isBusy: boolean;
  onSubmit: () => void;
}

/**
 * COPYMOVE-08 … COPYMOVE-11: disabled with the reason in a tooltip. It can still get the focus then, so that the reason
 * is there for those without a pointer, too.
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
      <Button className={styles['blocked'] ?? ''} aria-disabled>
        {label}
      </Button>
    </Tip>
  );
}

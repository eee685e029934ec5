import { Button } from 'antd';
import { Tip } from '../kit/index.ts';
import styles from './organise.module.css';

interface SubmitButtonProps {
  label: string;
  /** true when a target is chosen */
  isReady: boolean;
  /** why the form cannot be submitted, for the tooltip */
  problem: string | null;
  isBusy: boolean;
  onSubmit: () => void;
}

/**
 * COPYMOVE-08 … COPYMOVE-11: the submit button. While it is disabled, a tooltip shows the reason; it can still get the
 * focus, so that keyboard users can read the reason too.
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

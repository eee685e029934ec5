import { Button } from '../parts/button.tsx';
import { labelWithWait, useSecondsUntil } from './use-seconds-until.ts';

interface SubmitButtonProps {
  label: string;
  isBusy: boolean;
  /** true when the button is disabled for another reason than the time */
  isDisabled?: boolean;
  /** the time before which the server refuses the call (P13), in epoch milliseconds; null when it does not refuse */
  blockedUntil: number | null;
}

/**
 * The main button of a form. It is disabled while the server would refuse the call (USE-06). A disabled submit button
 * also prevents Enter in the fields from submitting.
 */
export function SubmitButton({ label, isBusy, isDisabled = false, blockedUntil }: SubmitButtonProps) {
  const left = useSecondsUntil(blockedUntil);
  return (
    <Button look="main" type="submit" aria-disabled={isBusy} disabled={isDisabled || left > 0}>
      {labelWithWait(label, left)}
    </Button>
  );
}

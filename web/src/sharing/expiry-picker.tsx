import { DatePicker } from 'antd';
import { dayOf, endOfDay, isAllowedDay, today, type FirstDay } from './expiry.ts';

interface ExpiryPickerProps {
  id?: string;
  /** for screen readers, where no label names the id */
  label?: string;
  /** epoch milliseconds, the end of a day in UTC; null while none is chosen */
  value: number | null;
  first: FirstDay;
  isDisabled?: boolean;
  isWrong?: boolean;
  describedBy?: string;
  onChange: (value: number | null) => void;
}

/** A day on which a link ends (SHARE-14 … SHARE-16). */
export function ExpiryPicker(props: ExpiryPickerProps) {
  const { id, label, value, first, isDisabled = false, isWrong = false, describedBy } = props;
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      aria-label={label}
      aria-describedby={describedBy}
      value={value === null ? null : dayOf(value)}
      format="MM/DD/YYYY"
      placeholder="MM/DD/YYYY"
      showNow={false}
      disabled={isDisabled}
      defaultPickerValue={today()}
      disabledDate={(day) => !isAllowedDay(day, first)}
      {...(isWrong && { status: 'error' as const })}
      onChange={(day) => props.onChange(day === null ? null : endOfDay(day))}
    />
  );
}

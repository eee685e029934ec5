import { DatePicker } from 'antd';
import { dayOf, endOfDay, isAllowedDay, todayInUtc } from './expiry.ts';

interface ExpiryPickerProps {
  id?: string;
  /** epoch milliseconds, the end of a day in UTC; null while none is chosen */
  value: number | null;
  /** days from today that may be chosen first: 0 on creation, 1 on editing (LINKDETAIL-11) */
  first: 0 | 1;
  isDisabled?: boolean;
  isWrong?: boolean;
  onChange: (value: number | null) => void;
}

/** A day on which a link ends (SHARE-14 … SHARE-16), in the calendar of UTC. */
export function ExpiryPicker({
  value,
  first,
  isDisabled = false,
  isWrong = false,
  ...props
}: ExpiryPickerProps) {
  return (
    <DatePicker
      {...(props.id !== undefined && { id: props.id })}
      value={value === null ? null : dayOf(value)}
      format="MM/DD/YYYY"
      placeholder="MM/DD/YYYY"
      showNow={false}
      disabled={isDisabled}
      defaultPickerValue={dayOf(todayInUtc().valueOf())}
      disabledDate={(day) => !isAllowedDay(day, first)}
      {...(isWrong && { status: 'error' as const })}
      onChange={(day) => props.onChange(day === null ? null : endOfDay(day))}
    />
  );
}

import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface DateRangeProps {
  /** days of the calendar, YYYY-MM-DD */
  from: string | null;
  to: string | null;
  isWrong?: boolean;
  size?: 'small' | 'middle';
  onChange: (from: string | null, to: string | null) => void;
}

/**
 * Two days of the calendar: the picker lets nobody choose an end before the start (SEARCH-20, SEARCH-22). Not handed out
 * by kit/index.ts: the calendar is a tenth of the first view, which shows none.
 */
export function DateRange({ from, to, isWrong = false, size = 'middle', onChange }: DateRangeProps) {
  const text = (day: { format: (form: string) => string } | null | undefined) =>
    day?.format('YYYY-MM-DD') ?? null;
  return (
    <DatePicker.RangePicker
      aria-label="Date range"
      size={size}
      format="MM/DD/YYYY"
      allowEmpty={[true, true]}
      placeholder={['Start date', 'End date']}
      value={[from === null ? null : dayjs(from), to === null ? null : dayjs(to)]}
      {...(isWrong && { status: 'error' as const })}
      onCalendarChange={(days) => onChange(text(days?.[0]), text(days?.[1]))}
      onChange={(days) => onChange(text(days?.[0]), text(days?.[1]))}
    />
  );
}

import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { DAY_FORMAT } from './format-date.ts';
import { usePopup } from './back/use-back-closes.ts';
import { dateRangeTexts } from './list-texts.ts';
import styles from './date-range.module.css';

interface DateRangeProps {
  /** days of the calendar, YYYY-MM-DD */
  from: string | null;
  to: string | null;
  /** the validation error to show below */
  problem: string | null;
  size?: 'small' | 'middle';
  onChange: (from: string | null, to: string | null) => void;
}

/**
 * Two calendar days: the picker rejects an end before the start (SEARCH-20, SEARCH-22). Not exported by kit/index.ts:
 * the calendar is a tenth of the size of the first view, which does not show it.
 */
export function DateRange({ from, to, problem, size = 'middle', onChange }: DateRangeProps) {
  const popup = usePopup();
  const text = (day: { format: (form: string) => string } | null | undefined) =>
    day?.format('YYYY-MM-DD') ?? null;
  return (
    <div className={styles['range']}>
      <DatePicker.RangePicker
        {...popup}
        aria-label={dateRangeTexts.label}
        size={size}
        format={DAY_FORMAT}
        allowEmpty={[true, true]}
        placeholder={[dateRangeTexts.start, dateRangeTexts.end]}
        value={[from === null ? null : dayjs(from), to === null ? null : dayjs(to)]}
        {...(problem !== null && { status: 'error' as const })}
        onCalendarChange={(days) => onChange(text(days?.[0]), text(days?.[1]))}
        onChange={(days) => onChange(text(days?.[0]), text(days?.[1]))}
      />
      <p className={styles['problem']} role="alert">
        {problem}
      </p>
    </div>
  );
}

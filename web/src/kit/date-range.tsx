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
  /** the validation error to show below the fields */
  problem: string | null;
  size?: 'small' | 'middle';
  onChange: (from: string | null, to: string | null) => void;
}

/**
 * Fields for two calendar days. The picker rejects an end before the start (SEARCH-20, SEARCH-22). It is not exported
 * by kit/index.ts, because the first view does not show it and would become a tenth larger.
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
        // A day under the pointer would replace the text that is being typed.
        previewValue={false}
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

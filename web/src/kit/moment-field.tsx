import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { usePopup } from './back/use-back-closes.ts';
import { DAY_FORMAT } from './format-date.ts';
import styles from './moment-field.module.css';

interface MomentFieldProps {
  label: string;
  /** the text for now, and that of the button that returns to it */
  now: string;
  toNow: string;
  /** ISO 8601; undefined for now */
  at: string | undefined;
  /** the first day that can be chosen, ISO 8601; undefined for any */
  since?: string | undefined;
  onChange: (at: string | undefined) => void;
}

/**
 * A field for now, or a past date and time in the viewer's time zone. It is not exported by kit/index.ts, for the
 * reason of `DateRange`.
 */
export function MomentField({ label, now, toNow, at, since, onChange }: MomentFieldProps) {
  const id = useId();
  const popup = usePopup();
  return (
    <span className={styles['moment']}>
      <label htmlFor={id}>{label}</label>
      <DatePicker
        {...popup}
        id={id}
        className={styles['picker'] ?? ''}
        showTime
        // Its button to clear the field is too small for a finger; the button beside the field does the same.
        allowClear={false}
        format={`${DAY_FORMAT} hh:mm:ss A`}
        placeholder={now}
        value={at === undefined ? null : dayjs(at)}
        disabledDate={(day) =>
          day.isAfter(dayjs(), 'day') || (since !== undefined && day.isBefore(dayjs(since), 'day'))
        }
        // A moment under the pointer would replace the text that is being typed.
        previewValue={false}
        onChange={(moment) => onChange(moment?.toISOString())}
      />
      {at !== undefined && <Button onClick={() => onChange(undefined)}>{toNow}</Button>}
    </span>
  );
}

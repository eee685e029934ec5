import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { DAY_FORMAT, usePopup } from '../../kit/index.ts';
import { exposureTexts } from './texts.ts';
import styles from './exposure.module.css';

interface MomentFieldProps {
  /** ISO 8601; undefined for now */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
}

/** The moment of the question: now, or a date and a time in the viewer's time zone. */
export function MomentField({ at, onChange }: MomentFieldProps) {
  const id = useId();
  const popup = usePopup();
  return (
    <span className={styles['moment']}>
      <label htmlFor={id}>{exposureTexts.moment}</label>
      <DatePicker
        {...popup}
        id={id}
        className={styles['picker'] ?? ''}
        showTime
        format={`${DAY_FORMAT} hh:mm:ss A`}
        placeholder={exposureTexts.now}
        value={at === undefined ? null : dayjs(at)}
        disabledDate={(day) => day.isAfter(dayjs(), 'day')}
        // A moment under the pointer would replace the text that is being typed.
        previewValue={false}
        onChange={(moment) => onChange(moment?.toISOString())}
      />
      {at !== undefined && <Button onClick={() => onChange(undefined)}>{exposureTexts.toNow}</Button>}
    </span>
  );
}

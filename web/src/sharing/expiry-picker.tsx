import { DatePicker } from 'antd';
import enUS from 'antd/es/date-picker/locale/en_US';
import { useMemo } from 'react';
import { DAY_FORMAT, usePopup } from '../kit/index.ts';
import { dayOf, endOfDay, isAllowedDay, today, type FirstDay } from './expiry.ts';
import styles from './sharing.module.css';

/** The locale without extra labels, so that the text of the buttons for month and year is their accessible name. */
const LOCALE = { ...enUS, lang: { ...enUS.lang, monthSelect: '', yearSelect: '' } };

interface ExpiryPickerProps {
  id?: string;
  /** name for screen readers, when no label element refers to the id */
  label?: string;
  /** the end of the chosen day in UTC, in epoch milliseconds; null while none is chosen */
  value: number | null;
  first: FirstDay;
  isDisabled?: boolean;
  isWrong?: boolean;
  describedBy?: string;
  size?: 'small' | 'medium';
  /** true: the picker takes the focus on mount */
  hasFocus?: boolean;
  onChange: (value: number | null) => void;
}

/** A picker for the day on which a link expires (SHARE-14 … SHARE-16). */
export function ExpiryPicker(props: ExpiryPickerProps) {
  const { id, label, value, first, isDisabled = false, isWrong = false, describedBy } = props;
  const { size = 'medium', hasFocus = false } = props;
  const popup = usePopup();
  // Memoised, because with a new object as value the picker would discard the typed day, for example when the calendar
  // opens.
  const day = useMemo(() => (value === null ? null : dayOf(value)), [value]);
  return (
    <DatePicker
      {...popup}
      {...(id !== undefined && { id })}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      size={size}
      autoFocus={hasFocus}
      value={day}
      format={DAY_FORMAT}
      placeholder={DAY_FORMAT}
      showNow={false}
      allowClear={false}
      // A day under the pointer would replace the text that is being typed.
      previewValue={false}
      locale={LOCALE}
      classNames={{ popup: { root: styles['calendar'] } }}
      disabled={isDisabled}
      defaultPickerValue={day ?? today()}
      disabledDate={(one) => !isAllowedDay(one, first)}
      {...(isWrong && { status: 'error' as const })}
      // Enter accepts the typed day without submitting the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={(chosen) => props.onChange(chosen === null ? null : endOfDay(chosen))}
    />
  );
}

import { DATE_TIME_FORMAT } from '@vault/contract';
import dayjs from 'dayjs';

/** UI-12: a date and time in local time, '11/20/2026 03:07:09 PM'; '-' for null. */
export function formatDateTime(iso: string | null): string {
  return iso === null ? '-' : dayjs(iso).format(DATE_TIME_FORMAT);
}

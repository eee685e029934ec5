import { MAX_KEEP_YEARS } from '@vault/contract';
import { holdFormTexts } from './texts.ts';

/** What the form of a new hold has. */
export interface HoldDraft {
  /** id of the record; null until one is chosen */
  record: string | null;
  path: string;
  isRetention: boolean;
  /** as typed */
  years: string;
  reason: string;
}

export const NEW_HOLD: HoldDraft = { record: null, path: '', isRetention: false, years: '8', reason: '' };

export type HoldProblem = { field: 'record' | 'path' | 'years' | 'reason'; text: string } | null;

/** Returns the first problem of the form, from top to bottom. */
export function holdProblem({ record, isRetention, years, reason }: HoldDraft): HoldProblem {
  if (record === null) return { field: 'record', text: holdFormTexts.recordRequired };
  if (isRetention && !isYears(years)) {
    return { field: 'years', text: holdFormTexts.yearsRequired(MAX_KEEP_YEARS) };
  }
  if (reason.trim() === '') return { field: 'reason', text: holdFormTexts.reasonRequired };
  return null;
}

const isYears = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_KEEP_YEARS;

/** The body of the call; slashes at the ends of the path do not matter. */
export const holdOf = ({ record, path, isRetention, years, reason }: HoldDraft) => ({
  record: record ?? '',
  path: path
    .split('/')
    .filter((name) => name.trim() !== '')
    .join('/'),
  keepYears: isRetention ? Number(years) : null,
  reason: reason.trim(),
});

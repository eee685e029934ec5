import type { Hold } from '@vault/contract';

export const holdsTexts = {
  title: 'Holds',
  list: 'Holds and retention rules',
  about: 'Nobody can delete anything in these folders permanently. What is moved out stays protected.',
  empty: 'No hold is in force',
  emptyHint: 'Set one on a folder, or on a whole record.',
  set: 'Set a hold',
  record: 'Record',
  folder: 'Folder',
  wholeRecord: 'The whole record',
  noFolder: 'Deleted, or in the trash',
  rule: 'Rule',
  reason: 'Reason',
  setBy: 'Set by',
  setAt: 'Set',
  actions: 'Actions',
  lift: 'Lift',
  liftOf: (reason: string) => `Lift the hold: ${reason}`,
} as const;

const years = (count: number) => `${count} year${count === 1 ? '' : 's'}`;

/** The rule of a hold in words. */
export const ruleLabel = ({ keepYears }: Pick<Hold, 'keepYears'>) =>
  keepYears === null ? 'Legal hold' : `Keep ${years(keepYears)}`;

export const holdFormTexts = {
  title: 'Set a hold',
  ok: 'Set',
  recordPlaceholder: 'Type a part of the name',
  noRecord: 'No record found',
  recordRequired: 'Please choose a record.',
  folder: 'Path of the folder',
  folderNote: 'Such as Tax/2025. Empty: the whole record.',
  noFolder: 'This record has no such folder.',
  hold: 'Legal hold, until it is lifted',
  keep: 'Retention: each version is kept for some years after its upload',
  years: 'Years',
  yearsRequired: (most: number) => `Please enter a number from 1 to ${most}.`,
  reason: 'Reason',
  reasonPlaceholder: 'Such as the name of a case or a law',
  reasonRequired: 'Please enter a reason.',
  done: 'The hold is set.',
} as const;

export const liftTexts = {
  title: 'Lift this hold?',
  message: (rule: string, record: string, reason: string) => `${rule} in ${record}: ${reason}`,
  detail:
    'What it protects can be deleted permanently again, unless another hold protects it. The activity still shows who has set and lifted it.',
  done: 'The hold is lifted.',
} as const;

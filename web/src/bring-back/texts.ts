import type { PastItem } from '@vault/contract';
import { plural } from '../kit/intl.ts';

/** The texts of the first view. */
export const bringBackButtonTexts = { open: 'Back to a moment…' } as const;

export const momentTexts = {
  title: 'Back to a moment',
  loading: 'Loading the moments',
  failed: 'The moments could not be loaded.',
  nothingKept: 'This vault does not keep deleted files, so no folder can be brought back.',
  at: 'Show the folder as of',
  now: 'Now',
  toNow: 'Show now',
  slider: 'Moment',
  bars: 'Bars: changed and deleted items of the whole record',
  continue: 'Continue',
  chooseMoment: 'Move the slider, or choose a date and time.',
} as const;

export const pastTexts = {
  path: 'Folder at the moment',
  list: 'Items at the moment',
  loading: 'Loading the folder at this moment',
  empty: 'This folder was empty.',
  missing: 'There was no such folder at this moment.',
  open: (name: string) => `Open ${name}`,
  present: {
    same: '',
    changed: 'Changed since then',
    missing: 'Not here now',
  } satisfies Record<PastItem['present'], string>,
  notKept: 'No longer kept',
} as const;

export const planTexts = {
  asOf: (folder: string, moment: string) => `${folder}, as of ${moment}`,
  mode: 'Bring back',
  modes: {
    beside: 'As a new folder next to it; the present one stays as it is',
    'in-place': 'In its place; what was not there goes to the trash',
  },
  missing: 'There is no such folder now. It is brought back in its place.',
  loading: 'Finding out what will happen',
  failed: 'What exactly would happen could not be found out.',
  plan: 'What will happen',
  theFolder: 'The folder itself',
  groups: {
    folders: (count: number) =>
      plural(count, { one: '1 folder is made', other: `${count} folders are made` }),
    restored: (count: number) =>
      plural(count, {
        one: '1 item is restored from the trash',
        other: `${count} items are restored from the trash`,
      }),
    movedBack: (count: number) =>
      plural(count, {
        one: '1 item goes back to its former name and folder',
        other: `${count} items go back to their former names and folders`,
      }),
    newFiles: (count: number) => plural(count, { one: '1 file is made', other: `${count} files are made` }),
    newVersions: (count: number) =>
      plural(count, {
        one: '1 file gets its former content as a new version',
        other: `${count} files get their former content as a new version`,
      }),
    toTrash: (count: number) =>
      plural(count, { one: '1 item goes to the trash', other: `${count} items go to the trash` }),
    lost: (count: number) =>
      plural(count, {
        one: '1 file cannot be brought back: its content is no longer kept',
        other: `${count} files cannot be brought back: their content is no longer kept`,
      }),
  },
  unchanged: (count: number) =>
    plural(count, { one: '1 file is as it was.', other: `${count} files are as they were.` }),
  nothing: 'Everything is as it was.',
  back: 'Back',
  bringBack: 'Bring Back',
} as const;

export const doneTexts = {
  done: 'Brought back.',
  doneIn: (folder: string) => `Brought back in '${folder}'.`,
  undo: 'Undo',
  undone: 'Undone.',
} as const;

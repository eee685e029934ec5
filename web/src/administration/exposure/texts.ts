import type { ExposedPerson, ExposingLink, ExposureAccess } from '@vault/contract';
import { PRODUCT } from '../../shared/index.ts';
import type { Exposure } from './queries.ts';

export const exposureTexts = {
  title: 'Who could open this',
  noItem: 'No file, folder or link is chosen',
  noItemHint: 'Open the menu of a row in Files or Links, or an entry of the activity.',
  /** the place of the item */
  place: (record: string, path: string) => (path === '' ? record : `${record} / ${path}`),
  moment: 'At',
  now: 'Now',
  toNow: 'Show now',
  export: 'Export',
  exportFile: 'Exposure.csv',
  recall: 'Recall',
  receivers: 'Who has received it',
  unknown: 'People and links at this moment are not known',
  unknownHint: (from: string) =>
    `The vault keeps past rights, links and places since ${from}. Choose a moment after it. Views and downloads are complete below.`,
  accessesFrom: (from: string) => `The vault has recorded views and downloads since ${from}.`,
  more: 'Show more',
  moreOf: (list: string) => `Show more: ${list}`,
  searchedTo: (time: string) => `Searched as far as ${time}.`,
} as const;

export const stateLabels: Record<Exposure['item']['state'], string | null> = {
  present: null,
  trash: 'In the trash',
  absent: 'Not there',
};

export const kindLabels: Record<Exposure['item']['kind'], string> = {
  file: 'File',
  folder: 'Folder',
  link: 'Link',
};

export const listTitles = {
  people: 'People who could open it',
  links: 'Links that reached it',
  accesses: 'Who opened or downloaded it',
} as const;

export const emptyTexts = {
  people: 'No person could open it.',
  links: 'No link reached it.',
  accesses: 'Nobody has opened or downloaded it.',
  accessesSoFar: 'No view or download found so far.',
} as const;

export const personTexts = { name: 'Name', email: 'E-mail', rights: 'Could', reason: 'Why' } as const;

export const reasonLabels: Record<ExposedPerson['reason'], string> = {
  own: 'It is the own record',
  member: 'Has this record',
  issuer: 'By the sign-in service',
};

export const rightLabels: Record<ExposedPerson['rights'][number], string> = {
  read: 'open',
  download: 'download',
  create: 'add files',
  edit: 'change',
  share: 'share',
};

export const linkTexts = {
  name: 'Link',
  who: 'For',
  through: 'Through',
  rights: 'Could',
  maker: 'Made by',
  created: 'Made',
  views: 'Views',
  show: 'Links',
  showOf: (name: string) => `Who could open the link ${name}?`,
  anyone: 'Anyone with the address',
  anyoneWithPassword: 'Anyone, with a password',
  ended: 'Nothing: it had ended',
  itself: 'The link itself',
} as const;

export const placeLabels: Record<NonNullable<ExposingLink['through']>['place'], (name: string) => string> = {
  itself: (name) => name,
  above: (name) => `Folder ${name} around it`,
  below: (name) => `${name} in it`,
};

export const linkRightLabels: Record<ExposingLink['rights'][number], string> = {
  view: 'view',
  download: 'download',
  edit: 'edit',
  upload: 'add files',
};

export const accessTexts = {
  time: 'Time',
  who: 'Who',
  action: 'What',
  file: 'File',
  link: 'Link',
  address: 'Client address',
} as const;

export const accessLabels: Record<ExposureAccess['action'], string> = {
  'link.open': 'Link opened',
  'file.preview': 'Preview',
  'file.download': 'Download',
  'office.open': 'Office window',
};

const count = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`;

export const recallTexts = {
  title: 'Recall',
  message: (links: number) =>
    `${count(links, 'link that reaches it ends', 'links that reach it end')} for everybody. This cannot be undone.`,
  visits: (visits: number) =>
    visits === 0
      ? 'Nobody has one of them open at the moment.'
      : `${count(visits, 'open visit ends', 'open visits end')}, and downloads that run in ${visits === 1 ? 'it' : 'them'} are cut.`,
  above: 'Links of folders around it end too, with everything else that they share.',
  none: 'No link reaches it now.',
  done: (links: number) =>
    links === 0 ? 'No link reached it any more.' : `${count(links, 'link', 'links')} ended.`,
} as const;

export const receiverTexts = {
  title: 'Who has received it',
  intro:
    'These people and visitors have viewed or downloaded it before. A recall does not delete their copies.',
  none: 'Nobody has viewed or downloaded it.',
  list: 'Who has received it',
  who: 'Who',
  count: 'Views and downloads',
  last: 'Last',
  link: 'Link',
  searchedTo: (time: string) => `Earlier views and downloads than ${time} were not read. The export has all.`,
  noAddress: (n: number) =>
    `${count(n, 'visitor', 'visitors')} gave no e-mail address. Write to the recipients of the link.`,
  mail: 'Text for a mail to them',
  copyText: 'Copy text',
  copyAddresses: 'Copy addresses',
  openMail: 'Open in mail program',
  copied: 'Copied.',
} as const;

export const mailTexts = {
  subject: (item: string) => `Please delete: ${item}`,
  body: (item: string, firm: string) =>
    [
      'Hello,',
      `You have viewed or downloaded ‘${item}’ from ${firm}. It should not have reached you, or should no longer be used.`,
      'Please delete every copy that you have, also in mails, download folders and backups. Please do not use it or pass it on, and reply to this mail when you have deleted it.',
      'Thank you for your help.',
      firm,
    ].join('\n\n'),
} as const;

export const pageTitle = (item: string) => `${item} – ${exposureTexts.title} – ${PRODUCT}`;

import type { ExposedPerson, ExposingLink, ExposureAccess } from '@vault/contract';
import { type Column, formatDateTime, MiddleTruncated } from '../../kit/index.ts';
import { actorLabel } from '../activity/entry-labels.ts';
import {
  accessLabels,
  accessTexts,
  linkRightLabels,
  linkTexts,
  personTexts,
  placeLabels,
  reasonLabels,
  rightLabels,
} from './texts.ts';

const text = (value: string) => <MiddleTruncated text={value} tail={0} />;
const time = (iso: string) => <span className="tabular">{formatDateTime(iso)}</span>;

export const personColumns: readonly Column<ExposedPerson>[] = [
  { key: 'exposure-person', title: personTexts.name, width: 176, cell: ({ name }) => text(name) },
  {
    key: 'exposure-email',
    title: personTexts.email,
    width: 208,
    isFilling: true,
    cell: ({ email }) => text(email),
  },
  {
    key: 'exposure-rights',
    title: personTexts.rights,
    width: 280,
    cell: ({ rights }) => text(rights.map((right) => rightLabels[right]).join(', ')),
  },
  {
    key: 'exposure-reason',
    title: personTexts.reason,
    width: 176,
    cell: ({ reason }) => text(reasonLabels[reason]),
  },
];

/** Returns for whom a link was: its recipients, or anyone. */
function audienceOf({ isPublic, hasPassword, recipients }: ExposingLink): string {
  if (!isPublic) return recipients.join(', ');
  return hasPassword ? linkTexts.anyoneWithPassword : linkTexts.anyone;
}

const throughOf = ({ through }: ExposingLink): string =>
  through === null ? linkTexts.itself : placeLabels[through.place](through.name);

export const linkColumns: readonly Column<ExposingLink>[] = [
  {
    key: 'exposure-link',
    title: linkTexts.name,
    width: 160,
    isFilling: true,
    cell: ({ name }) => text(name),
  },
  { key: 'exposure-for', title: linkTexts.who, width: 216, cell: (link) => text(audienceOf(link)) },
  { key: 'exposure-through', title: linkTexts.through, width: 184, cell: (link) => text(throughOf(link)) },
  {
    key: 'exposure-link-rights',
    title: linkTexts.rights,
    width: 144,
    cell: ({ rights }) =>
      text(rights.length === 0 ? linkTexts.ended : rights.map((right) => linkRightLabels[right]).join(', ')),
  },
  { key: 'exposure-maker', title: linkTexts.maker, width: 136, cell: ({ maker }) => text(maker.name) },
  { key: 'exposure-made', title: linkTexts.created, width: 200, cell: ({ createdAt }) => time(createdAt) },
  {
    key: 'exposure-views',
    title: linkTexts.views,
    width: 80,
    numeric: true,
    cell: ({ accessTimes }) => accessTimes,
  },
];

const fileOf = ({ file }: ExposureAccess): string => {
  if (file === null) return '';
  return file.path === '' ? file.name : `${file.path}/${file.name}`;
};

/** Returns who opened or downloaded a file, in words. */
export const whoOf = ({ who, redacted }: Pick<ExposureAccess, 'who' | 'redacted'>): string =>
  actorLabel({ actor: { ...who, agent: null }, redacted });

export const accessColumns: readonly Column<ExposureAccess>[] = [
  { key: 'exposure-time', title: accessTexts.time, width: 208, cell: ({ at }) => time(at) },
  { key: 'exposure-who', title: accessTexts.who, width: 208, cell: (access) => text(whoOf(access)) },
  {
    key: 'exposure-action',
    title: accessTexts.action,
    width: 120,
    cell: ({ action }) => text(accessLabels[action]),
  },
  {
    key: 'exposure-file',
    title: accessTexts.file,
    width: 200,
    isFilling: true,
    cell: (access) => <MiddleTruncated text={fileOf(access)} />,
  },
  {
    key: 'exposure-by-link',
    title: accessTexts.link,
    width: 160,
    cell: ({ link }) => text(link?.name ?? ''),
  },
  {
    key: 'exposure-address',
    title: accessTexts.address,
    width: 144,
    cell: ({ who }) => text(who.address ?? ''),
  },
];

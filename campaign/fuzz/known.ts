import { PASSWORD, RECORDS } from '../support/accounts.ts';
import type { Items } from './fill.ts';
import type { Known } from './sample.ts';

const TIMES = ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
const SECONDS = ['2026-01-01 00:00:00', '2027-01-01 00:00:00'];
const RECORD = [RECORDS.acme];

/** Fields whose values do not depend on the items of the vault. */
const FIXED: Known = {
  recordId: RECORD,
  linkId: RECORD,
  linkedId: RECORD,
  ownerId: RECORD,
  record: RECORD,
  records: RECORD,
  'trash.list.id': RECORD,
  from: TIMES,
  to: TIMES,
  at: TIMES,
  changedAt: TIMES,
  startTime: SECONDS,
  endTime: SECONDS,
  'trash.list.from': SECONDS,
  'trash.list.to': SECONDS,
  accessType: ['Anyone'],
  'sharing.shareByEmail.accessType': ['SpecificRecipients'],
  'sharing.requestByEmail.accessType': ['SpecificRecipients'],
  receiveByEmails: ['client@example.test'],
  email: ['target@example.test', 'unknown@example.test'],
  password: [PASSWORD, 'wrong'],
  'secondFactor.beginChange.currentPassword': [PASSWORD],
  code: ['123456'],
  name: ['a.txt', 'A', 'new'],
  oriFolderName: ['A', 'B'],
  newFolderName: ['C', 'B'],
  sort: ['name,asc', 'size,desc'],
  page: ['0'],
  size: ['10'],
  search: ['a'],
  text: ['a'],
  category: ['a'],
  action: ['file.download'],
  kind: ['file'],
  csv: ['name;email\nA B;a@example.test\n'],
  isFolder: ['false'],
  givenAs: ['A B'],
  'shareVisitor.path': ['A', 'A/B'],
  'shareVisitor.paths': ['A'],
};

/** The existing values of a filled vault by the names of fields. */
export function knownOfItems(items: Items): Known {
  const { paths, folderIds, fileIds, externalIds, versionIds, trashedId, linkIds, personId, uid } = items;
  const { linkTokens } = items.visits;
  const ids = [...fileIds, ...folderIds, ...linkIds, trashedId, RECORDS.acme, personId];
  const keys = [uid, `${uid}_0`];
  return {
    ...FIXED,
    sfid: fileIds,
    sfids: fileIds,
    folderSfid: folderIds,
    id: ids,
    ids,
    personId: [personId],
    person: [personId],
    deletedBy: [personId],
    path: paths,
    paths,
    parentFolder: [...paths, ...folderIds],
    externalId: externalIds,
    externalIds,
    versionId: versionIds,
    baseVersionId: versionIds,
    key: keys,
    'upload.sendFiles.key': ['new-1', 'new-2', ...keys],
    'recipient.sendFiles.key': ['new-1', 'new-2', ...keys],
    fileKeys: keys,
    fileName: [uid, 'new-upload'],
    token: linkTokens,
    'shareVisitor.token': linkTokens.slice(0, 1),
    'requestVisitor.token': linkTokens.slice(1),
    'trash.restore.': [trashedId],
    'trash.remove.ids': [trashedId],
    link: linkIds,
    'links.remove.id': linkIds,
    'links.update.id': linkIds,
    'links.list.id': linkIds,
    'exposure.recall.id': [...fileIds, ...linkIds],
    relationId: [...fileIds, ...linkIds, ...RECORD],
    object: fileIds,
    ...addressesByRoute(items.addresses),
  };
}

/** The last part of signed addresses by the path of their route: right and altered. */
function addressesByRoute(addresses: readonly string[]): Record<string, string[]> {
  const byRoute = addresses.map((path): [string, string[]] => {
    const token = path.slice(path.lastIndexOf('/') + 1);
    return [`${routeOf(path)}.address`, [token, token, token.slice(0, -1)]];
  });
  const visits = addresses.flatMap((path) => /\/links\/.*\/bytes\/([^/]+)\/[^/]+$/.exec(path)?.[1] ?? []);
  return {
    address: byRoute.flatMap(([, tokens]) => tokens),
    visit: visits,
    ...Object.fromEntries(byRoute),
  };
}

function routeOf(path: string): string {
  return path
    .replace(/\/public\/links\/[^/]+/, '/public/links/:token')
    .replace(/\/links\/:token\/upload\/bytes\/.*/, '/links/:token/upload/bytes/:visit/:address')
    .replace(/\/[^/:]+$/, '/:address');
}

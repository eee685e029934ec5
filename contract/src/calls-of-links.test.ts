import { describe, it } from 'vitest';
import { contract } from './index.ts';
import { expectAsSpecified, FS1, PAGE, type SpecifiedCall } from './testing/calls.ts';

const PL = `${FS1}/public/links/{token}`;
const SHARE = [
  'edit',
  'accessType',
  'expireDateTime',
  'expire',
  'havePassword',
  'password',
  'allowDownload',
  'notify',
  'addName',
  'separate',
  'copy',
  'externalIds',
  'paths',
  'path',
  'receiveByEmails',
  'message',
];

const sharing: SpecifiedCall[] = [
  ['API-28', contract.sharing.shareLink, `${FS1}/records/{recordId}/link`] as const,
  ['API-29', contract.sharing.shareByEmail, `${FS1}/records/{recordId}/email`] as const,
  ['API-30', contract.sharing.requestLink, `${FS1}/records/request/{recordId}/link`] as const,
  ['API-31', contract.sharing.requestByEmail, `${FS1}/records/request/{recordId}/email`] as const,
].map(([id, call, path]) => ({ id, call, method: 'POST', path, body: SHARE, reply: ['name', 'accessUrl'] }));

const links: SpecifiedCall[] = [
  {
    id: 'API-44 API-48',
    call: contract.links.list,
    method: 'GET',
    path: `${FS1}/{recordId}/link`,
    query: ['page', 'size', 'sort', 'queryType', 'status'],
    reply: [...PAGE, 'numberOfElements'],
  },
  {
    id: 'API-45 API-49',
    call: contract.links.exportAddress,
    method: 'GET',
    path: `${FS1}/{recordId}/link/export`,
    query: ['queryType', 'status', 'sort', 'timeZone'],
  },
  {
    id: 'API-46 API-51',
    call: contract.links.update,
    method: 'POST',
    path: `${FS1}/{recordId}/link`,
    body: ['id', 'expireType', 'accessTimes', 'expireDateTime', 'expire', 'notify'],
    reply: ['expireDateTime', 'notify', 'expire'],
  },
  {
    id: 'API-47 API-50',
    call: contract.links.remove,
    method: 'DELETE',
    path: `${FS1}/{recordId}/link/{id}`,
  },
];

const SELECTION = ['sfids', 'paths', 'containsSubFolders'];
const recipients: SpecifiedCall[] = [
  { call: contract.recipient.landing, method: 'GET', path: PL },
  { call: contract.recipient.sendCode, method: 'POST', path: `${PL}/verify-email`, body: ['email'] },
  {
    call: contract.recipient.unlock,
    method: 'POST',
    path: `${PL}/unlock`,
    body: ['password', 'email', 'code'],
    reply: ['visitorToken', 'expiresIn'],
  },
  {
    call: contract.recipient.list,
    method: 'GET',
    path: `${PL}/items`,
    query: ['path', 'page', 'size', 'sort'],
    reply: PAGE,
  },
  { call: contract.recipient.downloadSize, method: 'POST', path: `${PL}/download/size`, body: SELECTION },
  {
    call: contract.recipient.download,
    method: 'POST',
    path: `${PL}/download`,
    body: SELECTION,
    reply: 'bytes' as const,
  },
  {
    call: contract.recipient.preview,
    method: 'GET',
    path: `${PL}/files/{externalId}/preview`,
    reply: 'bytes' as const,
  },
  {
    call: contract.recipient.previewAddress,
    method: 'GET',
    path: `${PL}/files/{externalId}/preview-address`,
    query: ['kinds', 'renews'],
  },
  { call: contract.recipient.editAddress, method: 'GET', path: `${PL}/files/{externalId}/edit-url` },
  {
    call: contract.recipient.prepareUpload,
    method: 'POST',
    path: `${PL}/upload/pre`,
    query: ['fileName'],
    body: ['RelFileName'],
  },
  { call: contract.recipient.scanUpload, method: 'POST', path: `${PL}/scan`, query: ['key', 'isFolder'] },
  {
    call: contract.recipient.transferUpload,
    method: 'POST',
    path: `${PL}/upload`,
    body: ['fileKeys'],
    reply: ['detailList'],
  },
].map((call) => ({ id: 'API-54', ...call }));

describe.each([
  ['sharing', sharing],
  ['shared links', links],
  ['recipients', recipients],
])('the calls of %s have the methods and paths that the portal uses', (_area, calls) => {
  it.each(calls)('$id the call is $method $path', expectAsSpecified);
});

import { randomUUID } from 'node:crypto';
import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { uploadFile } from '../support/upload.ts';
import type { Callers } from './callers.ts';

const { activity, files, links, organise, people, recipient, sharing, tree, upload, download, preview } =
  contract;

/** The visits of a share and of a request, in this order. */
export interface Visits {
  linkTokens: readonly [string, string];
  clients: readonly [Client, Client];
  tokens: Readonly<Record<string, string>>;
}

/** What the vault contains after it was filled. */
export interface Items {
  /** the paths of the folders; '' is the root */
  paths: readonly string[];
  folderIds: readonly string[];
  fileIds: readonly string[];
  externalIds: readonly string[];
  versionIds: readonly string[];
  trashedId: string;
  linkIds: readonly string[];
  personId: string;
  /** the id of a prepared upload */
  uid: string;
  visits: Visits;
  /** signed addresses of these paths */
  addresses: readonly string[];
}

const params = { recordId: RECORDS.acme };
const TINY_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Creates folders, files, versions, links, visits and a person. @param top the name of the folder of all items */
export async function fill({ owner, auditor, administrator }: Callers, top: string): Promise<Items> {
  const folder = await owner.data(organise.createFolder, { params, query: { name: top } });
  const inner = await owner.data(organise.createFolder, { params, query: { name: 'A', path: top } });
  await owner.data(organise.createFolder, { params, query: { name: 'B', path: `${top}/A` } });
  const texts = ['a.txt', 'b.txt', 'b.txt', 'trashed.txt'];
  const bodies = texts.map((name, n) => ({ name, body: Buffer.from(`${name} ${n} of ${top}`) }));
  for (const file of [...bodies, { name: 'p.png', body: Buffer.from(TINY_PNG, 'base64') }]) {
    await uploadFile(owner, { folderSfid: inner.sfid, ...file });
  }
  const query = { parentFolder: `${top}/A`, size: '50' };
  const { content } = await owner.data(files.list, { params, query });
  const inA = content.filter(({ fileType }) => fileType !== 'folder');
  const trashedId = inA.find(({ name }) => name === 'trashed.txt')?.sfid ?? '';
  await owner.data(organise.moveToTrash, { query: { ids: trashedId } });
  const { rootFolderSfid } = await owner.data(tree.folders, { params });
  const visits = await openLinks(owner, top);
  const { person } = await administrator.data(people.add, {
    body: { name: top, email: `${top}@example.test`, permissions: ['read'], records: [RECORDS.acme] },
  });
  const uid = randomUUID();
  const externalIds = inA.map(({ externalId }) => externalId ?? '');
  const forAddresses = { top, uid, visits, externalId: externalIds[0] ?? '' };
  return {
    paths: ['', top, `${top}/A`, `${top}/A/B`],
    folderIds: [folder.sfid, inner.sfid, rootFolderSfid],
    fileIds: inA.map(({ sfid }) => sfid),
    externalIds,
    versionIds: inA.map(({ versionId }) => versionId ?? ''),
    trashedId,
    linkIds: (await owner.data(links.list, { params, query: {} })).content.map(({ id }) => id),
    personId: person.sfid,
    uid,
    visits,
    addresses: await signedAddresses({ owner, auditor }, forAddresses),
  };
}

async function openLinks(owner: Client, top: string): Promise<Visits> {
  const share = {
    accessType: 'Anyone',
    expire: false,
    allowDownload: true,
    paths: [`${top}/A`],
    path: top,
  };
  const request = { accessType: 'Anyone', expire: false, path: `${top}/A` };
  const opened = async (accessUrl: string) => {
    const token = accessUrl.split('/').at(-1) ?? '';
    const anonymous = new Client(owner.origin, null);
    const visit = await anonymous.data(recipient.unlock, { params: { token }, body: {} });
    return { token, client: new Client(owner.origin, visit.visitorToken) };
  };
  const shared = await opened((await owner.data(sharing.shareLink, { params, body: share })).accessUrl);
  const asked = await opened((await owner.data(sharing.requestLink, { params, body: request })).accessUrl);
  return {
    linkTokens: [shared.token, asked.token],
    clients: [shared.client, asked.client],
    tokens: { shareVisitor: shared.client.token ?? '', requestVisitor: asked.client.token ?? '' },
  };
}

interface ForAddresses {
  top: string;
  uid: string;
  visits: Visits;
  externalId: string;
}

async function signedAddresses(
  { owner, auditor }: Pick<Callers, 'owner' | 'auditor'>,
  { top, uid, visits, externalId }: ForAddresses,
): Promise<string[]> {
  const [sharer, giver] = visits.clients;
  const [shareToken, requestToken] = visits.linkTokens;
  const toUpload = { query: { fileName: uid }, body: { RelFileName: 'a.txt' } };
  const shared = { params: { token: shareToken }, body: { paths: ['A'] } };
  const addresses = [
    await owner.data(upload.prepare, toUpload),
    (await owner.data(download.ticket, { body: { linkId: RECORDS.acme, paths: [`${top}/A`] } })).url,
    await owner.data(preview.address, { params: { externalId } }),
    await owner.data(links.exportAddress, { params, query: {} }),
    await auditor.data(activity.exportAddress, { query: {} }),
    await auditor.data(activity.proofAddress, { query: {} }),
    await giver.data(recipient.prepareUpload, { params: { token: requestToken }, ...toUpload }),
    (await sharer.data(recipient.downloadTicket, shared)).url,
  ];
  return addresses.map((address) => new URL(address).pathname);
}

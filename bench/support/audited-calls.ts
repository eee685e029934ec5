import { type CallInput, contract, type Endpoint } from '@vault/contract';
import { PASSWORD, USERS } from '../../server/src/testing/accounts.ts';
import { freshBeginning, freshBytes } from './bytes.ts';
import { Connection, encode } from './connection.ts';
import { must } from './must.ts';
import { call, makeFolder, requestFor, uploadFile } from './pipeline.ts';
import { RECORD_ID, type Vault } from './vault.ts';

/** The bytes of an upload. */
const SIZE = 10 * 1024;

/** A work of a person that is recorded, for a number that is used once. */
export type Work = (n: number) => Promise<unknown>;

/**
 * Prepares a vault.
 * @returns works of a person by name, each over one connection; `close` closes it
 */
export async function auditedWorks(
  vault: Vault,
): Promise<{ works: Record<string, Work>; close: () => void }> {
  const connection = await Connection.open(vault.origin);
  const uploads = await makeFolder(vault, 'Uploads');
  for (const name of ['Created', 'Renamed 0', 'Moved', 'A']) await makeFolder(vault, name);
  const upload = (name: string) =>
    uploadFile(
      { vault, connection },
      { folderId: uploads, name, sizeBytes: SIZE },
      Buffer.concat([...freshBytes(SIZE, freshBeginning())]),
    );
  await upload('Report.txt');
  const { sfid, externalId } = await onlyFileOf(vault, 'Uploads');
  const send = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    call(connection, requestFor(endpoint, input, vault.client.token));
  const params = { recordId: RECORD_ID };
  let renamed = 0;
  let moves = 0;
  const works: Record<string, Work> = {
    'create a folder': (n) =>
      send(contract.organise.createFolder, { params, query: { name: `Folder ${n}`, path: 'Created' } }),
    'rename a folder': () => {
      const query = {
        path: '',
        oriFolderName: `Renamed ${renamed}`,
        newFolderName: `Renamed ${renamed + 1}`,
      };
      renamed += 1;
      return send(contract.organise.renameFolder, { params: { linkId: RECORD_ID }, query });
    },
    'move a folder': () => {
      const [path, target] = moves % 2 === 0 ? ['Moved', 'A'] : ['A/Moved', ''];
      moves += 1;
      return send(contract.organise.move, {
        body: { linkId: RECORD_ID, sfids: [], paths: [path], path: target },
      });
    },
    'share a file': () =>
      send(contract.sharing.shareLink, {
        params,
        body: { accessType: 'Anyone', expire: false, externalIds: [externalId], path: 'Uploads' },
      }),
    'preview a file': () => send(contract.preview.address, { params: { externalId } }),
    'download by a ticket': async () => {
      const body = { linkId: RECORD_ID, sfids: [sfid], paths: [] };
      const { url } = (await send(contract.download.ticket, { body })) as { url: string };
      const { pathname, search } = new URL(url);
      const reply = await connection.send(encode({ method: 'GET', path: `${pathname}${search}` }));
      must(reply.status === 200 && reply.body.length === SIZE, `the ticket got ${reply.status}`);
    },
    'upload a file of 10 KiB': (n) => upload(`File ${n}.bin`),
    'sign in': () =>
      send(contract.session.signIn, { body: { email: USERS.everything.email, password: PASSWORD } }),
  };
  return { works, close: () => connection.close() };
}

async function onlyFileOf(vault: Vault, folder: string): Promise<{ sfid: string; externalId: string }> {
  const input = { params: { recordId: RECORD_ID }, query: { parentFolder: folder } };
  const [file] = (await vault.client.data(contract.files.list, input)).content;
  must(typeof file?.externalId === 'string', `${folder} has no file with an external id`);
  return { sfid: file.sfid, externalId: file.externalId };
}

import { contract } from '@vault/contract';
import { RECORDS } from '../../support/accounts.ts';
import { type ChoiceDeps, pickFolder, pickItem } from '../choices.ts';
import { itemAt } from '../lookups.ts';
import { addNode, changeNodes, pathOf } from '../model.ts';
import type { Change } from './change.ts';

const { organise } = contract;
const linkId = RECORDS.acme;

export function createFolder(deps: ChoiceDeps): Change {
  const { state, freshName } = deps;
  const parent = pickFolder(deps);
  const name = freshName();
  const path = pathOf(state, parent.id);
  return {
    about: `${path}/${name}`,
    after: addNode(state, { kind: 'folder', name, parent: parent.id, versions: [] }).state,
    async run(client) {
      await client.data(organise.createFolder, { params: { recordId: linkId }, query: { name, path } });
    },
  };
}

export function renameFile(deps: ChoiceDeps): Change | null {
  const { state, freshName, top } = deps;
  const file = pickItem(deps, 'file');
  if (file === null) return null;
  const name = freshName('.txt');
  const path = pathOf(state, file.id);
  return {
    about: `${path} to ${name}`,
    after: changeNodes(state, [file.id], { name }),
    async run(client) {
      const { sfid } = await itemAt(client, top, path);
      await client.data(organise.renameFile, { body: { sfid, name, linkId } });
    },
  };
}

export function renameFolder(deps: ChoiceDeps): Change | null {
  const { state, freshName } = deps;
  const folder = pickItem(deps, 'folder');
  if (folder === null || folder.parent === null) return null;
  const newFolderName = freshName();
  const path = pathOf(state, folder.parent);
  return {
    about: `${path}/${folder.name} to ${newFolderName}`,
    after: changeNodes(state, [folder.id], { name: newFolderName }),
    async run(client) {
      const query = { path, oriFolderName: folder.name, newFolderName };
      await client.data(organise.renameFolder, { params: { linkId }, query });
    },
  };
}

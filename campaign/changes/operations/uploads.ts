import { uploadFile as sendFile, uploadInChunks as sendInChunks } from '../../support/upload.ts';
import { type ChoiceDeps, pickFolder, pickItem } from '../choices.ts';
import { checkStored, folderIdOf } from '../lookups.ts';
import { addNode, changeNodes, pathOf } from '../model.ts';
import type { Change } from './change.ts';
import { newContent, sha256 } from './content.ts';

export const upload = (deps: ChoiceDeps): Change => uploadBy(sendFile, deps);

export const uploadInChunks = (deps: ChoiceDeps): Change => uploadBy(sendInChunks, deps);

function uploadBy(send: typeof sendFile, deps: ChoiceDeps): Change {
  const { state, random, freshName, top } = deps;
  const parent = pickFolder(deps);
  const name = freshName('.txt');
  const body = newContent(random);
  const path = pathOf(state, parent.id);
  return {
    about: `${path}/${name}, ${body.length} bytes`,
    after: addNode(state, { kind: 'file', name, parent: parent.id, versions: [sha256(body)] }).state,
    async run(client) {
      const folderSfid = await folderIdOf(client, top, path);
      checkStored(await send(client, { folderSfid, name, body }));
    },
  };
}

/** Uploads a file under the name of an existing one. */
export function uploadVersion(deps: ChoiceDeps): Change | null {
  const { state, random, top } = deps;
  const file = pickItem(deps, 'file');
  if (file === null || file.parent === null) return null;
  const { id, name } = file;
  const body = newContent(random);
  const folder = pathOf(state, file.parent);
  return {
    about: pathOf(state, id),
    after: changeNodes(state, [id], { versions: [...file.versions, sha256(body)] }),
    async run(client) {
      const folderSfid = await folderIdOf(client, top, folder);
      checkStored(await sendFile(client, { folderSfid, name, body }));
    },
  };
}

import { downloadZip } from 'client-zip';
import type { Random } from '../../support/random.ts';
import { uploadFile } from '../../support/upload.ts';
import { type ChoiceDeps, pickFolder } from '../choices.ts';
import { checkStored, folderIdOf } from '../lookups.ts';
import { addNode, pathOf, type State } from '../model.ts';
import type { Change } from './change.ts';
import { newContent, sha256 } from './content.ts';

interface PackedFile {
  name: string;
  /** in the inner folder */
  isInner: boolean;
  body: Buffer;
}

interface PackedFolder {
  name: string;
  /** the name of its only folder */
  inner: string;
  files: readonly PackedFile[];
}

/** Uploads a folder as a ZIP: files, and a folder with further files. */
export function uploadFolder(deps: ChoiceDeps): Change {
  const { state, random, freshName, top } = deps;
  const parent = pickFolder(deps);
  const folder = { name: freshName(), inner: freshName(), files: newFiles(random) };
  const { name, files } = folder;
  const path = pathOf(state, parent.id);
  return {
    about: `${path}/${name} with ${files.length} files`,
    after: withFolder(state, parent.id, folder),
    async run(client) {
      const folderSfid = await folderIdOf(client, top, path);
      const body = await zipOf(folder);
      checkStored(await uploadFile(client, { folderSfid, name, body, isFolder: true }));
    },
  };
}

const newFiles = (random: Random): PackedFile[] =>
  Array.from({ length: 2 + random.below(5) }, (_, n) => ({
    name: `f${n}.txt`,
    isInner: n % 2 === 1,
    body: newContent(random),
  }));

function withFolder(state: State, parent: number, { name, inner, files }: PackedFolder): State {
  const outer = addNode(state, { kind: 'folder', name, parent, versions: [] });
  const below = addNode(outer.state, { kind: 'folder', name: inner, parent: outer.id, versions: [] });
  let after = below.state;
  for (const { name: fileName, isInner, body } of files) {
    const folder = isInner ? below.id : outer.id;
    after = addNode(after, { kind: 'file', name: fileName, parent: folder, versions: [sha256(body)] }).state;
  }
  return after;
}

/** Packs the files as the browser does, with the same library. */
function zipOf({ name, inner, files }: PackedFolder): Promise<Uint8Array> {
  const entries = files.map(({ name: fileName, isInner, body }) => ({
    name: isInner ? `${name}/${inner}/${fileName}` : `${name}/${fileName}`,
    input: body,
  }));
  return downloadZip(entries).bytes();
}

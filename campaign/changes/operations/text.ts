import { contract } from '@vault/contract';
import { type ChoiceDeps, pickItem } from '../choices.ts';
import { itemAt } from '../lookups.ts';
import { changeNodes, pathOf } from '../model.ts';
import type { Change } from './change.ts';
import { sha256 } from './content.ts';

/** Saves a text file in the editor, which creates a version. */
export function saveText(deps: ChoiceDeps): Change | null {
  const { state, random, top } = deps;
  const file = pickItem(deps, 'file');
  if (file === null) return null;
  const text = `saved ${random.next()}\n`.repeat(1 + random.below(200));
  const path = pathOf(state, file.id);
  return {
    about: path,
    after: changeNodes(state, [file.id], { versions: [...file.versions, sha256(text)] }),
    async run(client) {
      const { externalId, versionId } = await itemAt(client, top, path);
      const body = { baseVersionId: versionId ?? '', text };
      await client.data(contract.preview.saveText, { params: { externalId: externalId ?? '' }, body });
    },
  };
}

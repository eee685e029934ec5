import { contract, UPLOAD_CATEGORY, type Item, type Outcome } from '@vault/contract';
import { call } from '../api/index.ts';
import type { RelocateAction } from './target.ts';

/** The items to copy or move: files by id, folders by their path (T-39). */
export interface Load {
  sfids: string[];
  paths: string[];
}

export interface Relocation extends Load {
  action: RelocateAction;
  /** path of the target folder (D-09) */
  targetPath: string;
  /** D-12: false: when names conflict, nothing is changed */
  merging: boolean;
}

/** Returns the calls that change the items of a record. Each throws ApiError. */
export function organiseCalls(recordId: string) {
  return {
    /** Creates a folder (C05). */
    createFolder: (folder: { name: string; parentPath: string }): Promise<Item> =>
      call(contract.organise.createFolder, {
        params: { recordId },
        query: {
          name: folder.name,
          path: folder.parentPath,
          shareToClient: 'true',
          category: UPLOAD_CATEGORY,
          asOfDate: new Date().toISOString().slice(0, 10),
        },
      }),
    /** Renames a folder (C06). */
    renameFolder: (folder: { parentPath: string; name: string; newName: string }): Promise<Outcome> =>
      call(contract.organise.renameFolder, {
        params: { linkId: recordId },
        query: { path: folder.parentPath, oriFolderName: folder.name, newFolderName: folder.newName },
      }),
    /** Renames a file (C07, C08). */
    renameFile: (sfid: string, name: string, { merging }: { merging: boolean }): Promise<Outcome> =>
      call(merging ? contract.organise.mergeFile : contract.organise.renameFile, {
        body: { sfid, name, linkId: recordId },
      }),
    /** Copies or moves items into a folder (C10 … C13). */
    relocate: ({ action, sfids, paths, targetPath, merging }: Relocation): Promise<Outcome> =>
      call(RELOCATIONS[action][merging ? 'merging' : 'plain'], {
        body: { linkId: recordId, sfids, paths, path: targetPath },
      }),
    /** Copies a file within its folder (C12, C13, D-14). */
    duplicate: (
      file: Pick<Item, 'sfid' | 'folderPath'>,
      { merging }: { merging: boolean },
    ): Promise<Outcome> =>
      call(RELOCATIONS.copy[merging ? 'merging' : 'plain'], {
        body: { linkId: recordId, sfids: [file.sfid], paths: [], path: file.folderPath, sign: 'duplicate' },
      }),
    /** Moves items to the trash (C09). */
    trash: (sfids: readonly string[]) =>
      call(contract.organise.moveToTrash, { query: { ids: sfids.join(',') } }),
    /** Restores items from the trash (C37). */
    restore: (sfids: readonly string[]) => call(contract.trash.restore, { body: [...sfids] }),
  };
}
export type OrganiseCalls = ReturnType<typeof organiseCalls>;

const { copy, copyMerging, move, moveMerging } = contract.organise;
const RELOCATIONS = {
  copy: { plain: copy, merging: copyMerging },
  move: { plain: move, merging: moveMerging },
} as const;

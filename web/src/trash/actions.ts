import { contract, Messages, type RestoredItem } from '@vault/contract';
import { call } from '../api/index.ts';
import { trashActionTexts } from './texts.ts';

/** An action on the selected rows that needs a confirmation. */
export interface TrashAction {
  /** title and question of the confirmation (TRASH-15 … TRASH-17) */
  title: string;
  question: string;
  isDanger: boolean;
  /** runs the action; resolves with the restored items and their folders, or with [] after a deletion */
  perform: (ids: string[]) => Promise<readonly RestoredItem[]>;
  /** the message after the action */
  done: string;
}

export const RESTORE: TrashAction = {
  title: trashActionTexts.restoreTitle,
  question: Messages.confirmRestore,
  isDanger: false,
  perform: async (ids) => {
    const restored = await call(contract.trash.restore, { query: { places: 'true' }, body: ids });
    return restored === true ? [] : restored;
  },
  done: Messages.restored,
};

export const DELETE: TrashAction = {
  title: trashActionTexts.deleteTitle,
  question: Messages.confirmDeleteForEver,
  isDanger: true,
  perform: async (ids) => {
    await call(contract.trash.remove, { query: { ids: ids.join(',') } });
    return [];
  },
  done: Messages.deleted,
};

import { contract } from '@vault/contract';
import { RECORDS } from '../../support/accounts.ts';
import type { ChoiceDeps } from '../choices.ts';
import { linksTo } from '../found.ts';
import type { Change } from './change.ts';

const { sharing, links } = contract;
const params = { recordId: RECORDS.acme };

/** Creates a link to the folder of the worker. */
export function share({ state, top }: ChoiceDeps): Change {
  const { active, deleted } = state.links;
  return {
    about: top,
    after: { ...state, links: { active: active + 1, deleted } },
    async run(client) {
      const body = { accessType: 'Anyone', expire: false, paths: [top], path: '' };
      await client.data(sharing.shareLink, { params, body });
    },
  };
}

/** Deletes one of the links to the folder of the worker. */
export function deleteLink({ state, top }: ChoiceDeps): Change | null {
  const { active, deleted } = state.links;
  if (active === 0) return null;
  return {
    about: top,
    after: { ...state, links: { active: active - 1, deleted: deleted + 1 } },
    async run(client) {
      const link = (await linksTo(client, top)).find(({ status }) => status === 'Active');
      if (link === undefined) throw new Error(`there is no active link to ${top}`);
      await client.data(links.remove, { params: { ...params, id: link.id } });
    },
  };
}

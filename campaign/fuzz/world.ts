import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { CALLERS, type CallerName } from './callers.ts';
import { fill } from './fill.ts';
import { knownOfItems } from './known.ts';
import type { Known } from './sample.ts';

const { files, holds, links, organise, session, trash } = contract;

/** What a request can name: the tokens of the callers, and the values that exist in the vault. */
export interface World {
  tokens: Readonly<Record<string, string>>;
  known: Known;
}

const params = { recordId: RECORDS.acme };
const PAGE = { size: '200' };

/** Keeps the callers signed in and the vault filled while requests change it. */
export class WorldKeeper {
  readonly #signIn: (name: CallerName) => Promise<Client>;
  readonly #clients = new Map<CallerName, Client>();
  #built = 0;

  constructor(signIn: (name: CallerName) => Promise<Client>) {
    this.#signIn = signIn;
  }

  /** Signs in again where a session has ended, deletes what the requests have made, and fills the vault again. */
  async refresh(): Promise<World> {
    for (const name of CALLERS) {
      const client = this.#clients.get(name);
      const isIn = client !== undefined && (await client.call(session.me)).code === 200;
      if (!isIn) this.#clients.set(name, await this.#signIn(name));
    }
    const callers = Object.fromEntries(this.#clients) as Record<CallerName, Client>;
    await liftHolds(callers.auditor);
    await empty(callers.owner);
    this.#built += 1;
    const items = await fill(callers, `w${this.#built}`);
    const signedIn = Object.entries(callers).map(([name, { token }]): [string, string] => [
      name,
      token ?? '',
    ]);
    return {
      tokens: { ...Object.fromEntries(signedIn), ...items.visits.tokens },
      known: knownOfItems(items),
    };
  }
}

/** Lifts all holds and retention rules, because what is under them cannot be deleted permanently. */
async function liftHolds(auditor: Client): Promise<void> {
  for (let left = Infinity; left > 0;) {
    const { content, totalElements } = await auditor.data(holds.list, { query: PAGE });
    left = totalElements - content.length;
    for (const { id } of content) await auditor.data(holds.lift, { params: { id } });
  }
}

/** Deletes all items and links of the record. */
async function empty(owner: Client): Promise<void> {
  for (let left = Infinity; left > 0;) {
    const { content, totalElements } = await owner.data(files.list, { params, query: PAGE });
    left = totalElements - content.length;
    const ids = content.map(({ sfid }) => sfid).join(',');
    if (ids !== '') await owner.data(organise.moveToTrash, { query: { ids } });
  }
  for (let left = Infinity; left > 0;) {
    const page = await owner.data(trash.list, { params: { id: RECORDS.acme }, query: PAGE });
    left = page.totalElements - page.content.length;
    const ids = page.content.map(({ id }) => id).join(',');
    if (ids !== '') await owner.data(trash.remove, { query: { ids } });
  }
  const query = { status: 'Active' as const, ...PAGE };
  const { content } = await owner.data(links.list, { params, query });
  for (const { id } of content) await owner.data(links.remove, { params: { ...params, id } });
}

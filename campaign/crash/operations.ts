import { createHash, randomUUID } from 'node:crypto';
import { contract } from '@vault/contract';
import { downloadZip } from 'client-zip';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import type { Random } from '../support/random.ts';
import { uploadFile, uploadInChunks } from '../support/upload.ts';
import { type Deps, someFolder, someItems, someOf } from './choices.ts';
import { itemsIn, linksTo, trashIn } from './found.ts';
import { idOf, itemAt, known, stored } from './lookups.ts';
import {
  addNode,
  changeNodes,
  childrenOf,
  copyNode,
  isLive,
  liveNodes,
  type Node,
  pathOf,
  removeNode,
  type State,
  subtreeOf,
} from './model.ts';

const { organise, trash, sharing, links, preview } = contract;
const params = { recordId: RECORDS.acme };
const linkId = RECORDS.acme;

/** One change of the vault: how it is requested, and the state after it. */
export interface Operation {
  name: string;
  /** what it changes, for the journal */
  about: string;
  after: State;
  /** @throws Refused, or when the outcome is unknown */
  run: (client: Client) => Promise<void>;
}

const WEIGHTS = {
  createFolder: 2,
  upload: 4,
  uploadInChunks: 1,
  uploadVersion: 2,
  uploadFolder: 2,
  saveText: 2,
  renameFile: 1,
  renameFolder: 1,
  move: 2,
  copy: 2,
  moveToTrash: 2,
  restore: 2,
  deleteForEver: 1,
  share: 1,
  endLink: 1,
};
export type OperationName = keyof typeof WEIGHTS;
/** Beyond that many live items of a worker only folders go to the trash. */
const MANY = 40;
const MAX_BYTES = 60_000;

/** Chooses the next change of a worker. */
export function nextOperation(deps: Deps): Operation {
  const isFull = liveNodes(deps.state).length > MANY;
  for (;;) {
    const name = isFull
      ? deps.random.pick(['moveToTrash', 'deleteForEver'] as const)
      : deps.random.weighted(WEIGHTS);
    const operation = OPERATIONS[name](deps);
    if (operation !== null) return { ...operation, name };
  }
}

type Planned = Omit<Operation, 'name'> | null;

const OPERATIONS: Record<OperationName, (deps: Deps) => Planned> = {
  createFolder: (deps) => {
    const { state, freshName } = deps;
    const parent = someFolder(deps);
    const name = freshName();
    const path = pathOf(state, parent.id);
    return {
      about: `${path}/${name}`,
      after: addNode(state, { kind: 'folder', name, parent: parent.id, versions: [] }).state,
      run: async (client) =>
        void (await client.data(organise.createFolder, { params, query: { name, path } })),
    };
  },
  upload: (deps) => uploadOf(deps, uploadFile),
  uploadInChunks: (deps) => uploadOf(deps, uploadInChunks),
  uploadVersion: (deps) => {
    const { state, random } = deps;
    const file = someOf(deps, 'file');
    if (file === null || file.parent === null) return null;
    const body = bytesOf(random);
    const folder = pathOf(state, file.parent);
    const versions = [...file.versions, sha256(body)];
    return {
      about: pathOf(state, file.id),
      after: changeNodes(state, [file.id], { versions }),
      run: async (client) =>
        stored(
          await uploadFile(client, {
            folderSfid: await idOf(client, deps.top, folder),
            name: file.name,
            body,
          }),
        ),
    };
  },
  uploadFolder: (deps) => {
    const { state, random, freshName } = deps;
    const parent = someFolder(deps);
    const name = freshName();
    const inner = freshName();
    const count = 2 + random.below(5);
    const entries = Array.from({ length: count }, (_, n) => ({
      file: `f${n}.txt`,
      isInner: n % 2 === 1,
      body: bytesOf(random),
    }));
    const folder = addNode(state, { kind: 'folder', name, parent: parent.id, versions: [] });
    const below = addNode(folder.state, { kind: 'folder', name: inner, parent: folder.id, versions: [] });
    const after = entries.reduce(
      (now, { file, isInner, body }) =>
        addNode(now, {
          kind: 'file',
          name: file,
          parent: isInner ? below.id : folder.id,
          versions: [sha256(body)],
        }).state,
      below.state,
    );
    const zipEntries = entries.map(({ file, isInner, body }) => ({
      name: isInner ? `${name}/${inner}/${file}` : `${name}/${file}`,
      input: body,
    }));
    const path = pathOf(state, parent.id);
    return {
      about: `${path}/${name} with ${count} files`,
      after,
      run: async (client) =>
        stored(
          await uploadFile(client, {
            folderSfid: await idOf(client, deps.top, path),
            name,
            body: await downloadZip(zipEntries).bytes(),
            isFolder: true,
          }),
        ),
    };
  },
  saveText: (deps) => {
    const { state, random } = deps;
    const file = someOf(deps, 'file');
    if (file === null) return null;
    const text = `saved ${random.next()}\n`.repeat(1 + random.below(200));
    const path = pathOf(state, file.id);
    return {
      about: path,
      after: changeNodes(state, [file.id], { versions: [...file.versions, sha256(text)] }),
      async run(client) {
        const { externalId, versionId } = await itemAt(client, deps.top, path);
        const body = { baseVersionId: versionId ?? '', text };
        await client.data(preview.saveText, { params: { externalId: externalId ?? '' }, body });
      },
    };
  },
  renameFile: (deps) => {
    const { state, freshName } = deps;
    const file = someOf(deps, 'file');
    if (file === null) return null;
    const name = freshName('.txt');
    const path = pathOf(state, file.id);
    return {
      about: `${path} to ${name}`,
      after: changeNodes(state, [file.id], { name }),
      async run(client) {
        const { sfid } = await itemAt(client, deps.top, path);
        await client.data(organise.renameFile, { body: { sfid, name, linkId } });
      },
    };
  },
  renameFolder: (deps) => {
    const { state, freshName } = deps;
    const folder = someOf(deps, 'folder');
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
  },
  move: (deps) =>
    relocation(deps, organise.move, (state, items, target) =>
      changeNodes(
        state,
        items.map(({ id }) => id),
        { parent: target.id },
      ),
    ),
  copy: (deps) =>
    relocation(deps, organise.copy, (state, items, target) =>
      items.reduce((now, { id }) => copyNode(now, id, target.id), state),
    ),
  moveToTrash: (deps) => {
    const { state } = deps;
    const items = someItems(deps).filter(({ id }) =>
      subtreeOf(state, id).every(({ isTrashed }) => !isTrashed),
    );
    if (items.length === 0) return null;
    const paths = items.map(({ id }) => pathOf(state, id));
    return {
      about: paths.join(', '),
      after: items.reduce(
        (now, { id }) => changeNodes(now, [id], { isTrashed: true, trashedAt: pathOf(state, id) }),
        state,
      ),
      async run(client) {
        const found = await itemsIn(client, deps.top);
        const ids = paths.map((path) => known(found, path).sfid).join(',');
        await client.data(organise.moveToTrash, { query: { ids } });
      },
    };
  },
  restore: (deps) => {
    const { state, random } = deps;
    const trashed = [...state.nodes.values()].filter(
      ({ isTrashed, parent }) => isTrashed && parent !== null && isLive(state, parent),
    );
    if (trashed.length === 0) return null;
    const { id, trashedAt: path } = random.pick(trashed);
    return {
      about: path,
      after: changeNodes(state, [id], { isTrashed: false }),
      async run(client) {
        const item = known(await trashIn(client, deps.top), path);
        await client.data(trash.restore, { query: {}, body: [item.id] });
      },
    };
  },
  deleteForEver: (deps) => {
    const { state, random } = deps;
    const trashed = [...state.nodes.values()].filter(({ isTrashed }) => isTrashed);
    if (trashed.length === 0) return null;
    const { id, trashedAt: path } = random.pick(trashed);
    return {
      about: path,
      after: removeNode(state, id),
      async run(client) {
        const item = known(await trashIn(client, deps.top), path);
        await client.data(trash.remove, { query: { ids: item.id } });
      },
    };
  },
  share: ({ state, top }) => ({
    about: top,
    after: { ...state, links: { ...state.links, active: state.links.active + 1 } },
    async run(client) {
      const body = { accessType: 'Anyone', expire: false, paths: [top], path: '' };
      await client.data(sharing.shareLink, { params, body });
    },
  }),
  endLink: ({ state, top }) => {
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
  },
};

function uploadOf(deps: Deps, send: typeof uploadFile): Planned {
  const { state, random, freshName } = deps;
  const parent = someFolder(deps);
  const name = freshName('.txt');
  const body = bytesOf(random);
  const path = pathOf(state, parent.id);
  return {
    about: `${path}/${name}, ${body.length} bytes`,
    after: addNode(state, { kind: 'file', name, parent: parent.id, versions: [sha256(body)] }).state,
    run: async (client) =>
      stored(await send(client, { folderSfid: await idOf(client, deps.top, path), name, body })),
  };
}

function relocation(
  deps: Deps,
  call: typeof organise.move | typeof organise.copy,
  change: (state: State, items: readonly Node[], target: Node) => State,
): Planned {
  const { state } = deps;
  const target = someFolder(deps);
  const targetPath = pathOf(state, target.id);
  const items = someItems(deps).filter(
    ({ id, name, parent }) =>
      parent !== target.id &&
      !subtreeOf(state, id).some((node) => node.id === target.id) &&
      // a copy keeps its name: another item of this name would be merged
      !childrenOf(state, target.id).some((child) => child.name === name),
  );
  const names = new Set(items.map(({ name }) => name));
  if (items.length === 0 || names.size < items.length) return null;
  const paths = items.map(({ id }) => pathOf(state, id));
  return {
    about: `${paths.join(', ')} to ${targetPath}`,
    after: change(state, items, target),
    async run(client) {
      const found = await itemsIn(client, deps.top);
      const isFolder = (path: string) => known(found, path).isFolder;
      const sfids = paths.filter((path) => !isFolder(path)).map((path) => known(found, path).sfid);
      const body = { linkId, sfids, paths: paths.filter(isFolder), path: targetPath };
      const { outcome } = await client.data(call, { body });
      if (outcome !== 'done') throw new Error(`${call.name}: ${outcome}`);
    },
  };
}

/** Text, because it can be edited; never the same twice. */
const bytesOf = (random: Random): Buffer => {
  const line = `${randomUUID()} ${random.next()}\n`;
  return Buffer.from(line.repeat(1 + Math.floor((random.next() ** 3 * MAX_BYTES) / line.length)));
};
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

import { contract, type TreeNode } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import type { Random } from '../support/random.ts';
import type { Findings } from '../support/report.ts';

const { organise, tree, trash } = contract;
const params = { recordId: RECORDS.acme };
/** Folders of a storm, in a random tree. */
const FOLDERS = 7;
const ROUNDS = 3;
/** Moves that are sent at the same time. */
const MOVES = 6;
const SERVER_ERROR = 500;

/**
 * SAFE-10: folders of a tree are moved into each other by parallel calls. Whatever is refused, each folder is
 * afterwards in the tree exactly once: there is no cycle and none is lost.
 * @returns the number of moves that were made
 */
export async function runStorm(
  { client, random, number }: { client: Client; random: Random; number: number },
  findings: Findings,
): Promise<number> {
  const top = `storm-${number}`;
  const ids = await createTree(client, random, top);
  let moved = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const paths = pathsIn(await treeOf(client, top));
    const moves = Array.from({ length: MOVES }, () => ({
      from: random.pick([...paths.values()]),
      to: random.pick(ids),
    }));
    const answers = await Promise.all(
      moves.map((move) => client.call(organise.move, { body: bodyOf(move) })),
    );
    const failed = answers.filter(({ code }) => code >= SERVER_ERROR);
    if (failed.length > 0) findings.add(`storm ${number}: a move got ${failed[0]?.code}`, failed);
    moved += answers.filter(({ code, data }) => code === 200 && data.outcome === 'done').length;
    const found = idsIn(await treeOf(client, top));
    if (found.toSorted().join() !== ids.toSorted().join())
      findings.add(`storm ${number}: not each folder is in the tree exactly once`, { ids, found });
  }
  await remove(client, ids[0] ?? '');
  return moved;
}

/** @param to the id of the target, which is accepted as its path (D-08) */
const bodyOf = ({ from, to }: { from: string; to: string }) => ({
  linkId: RECORDS.acme,
  sfids: [],
  paths: [from],
  path: to,
});

/** @returns the ids of the folders, the top first */
async function createTree(client: Client, random: Random, top: string): Promise<string[]> {
  const made: { id: string; path: string }[] = [];
  for (let index = 0; index < FOLDERS; index += 1) {
    const parent = index === 0 ? null : random.pick(made).path;
    const name = parent === null ? top : `f${index}`;
    const query = { name, ...(parent !== null && { path: parent }) };
    const { sfid } = await client.data(organise.createFolder, { params, query });
    made.push({ id: sfid, path: parent === null ? name : `${parent}/${name}` });
  }
  return made.map(({ id }) => id);
}

/** The top folder of a storm, in a list. */
async function treeOf(client: Client, top: string): Promise<TreeNode[]> {
  const { folderTree } = await client.data(tree.folders, { params });
  return folderTree.filter(({ name }) => name === top);
}

const nodesIn = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.children)]);
const idsIn = (nodes: readonly TreeNode[]): string[] => nodesIn(nodes).map(({ sfid }) => sfid);
const pathsIn = (nodes: readonly TreeNode[]) =>
  new Map(nodesIn(nodes).map(({ sfid, folderPath }) => [sfid, folderPath]));

async function remove(client: Client, id: string): Promise<void> {
  await client.data(organise.moveToTrash, { query: { ids: id } });
  await client.data(trash.remove, { params: { id: RECORDS.acme }, query: { ids: id } });
}

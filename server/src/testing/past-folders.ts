import { contract } from '@vault/contract';
import { sql } from 'kysely';
import {
  type BringBackActor,
  type BringBackDeps,
  type BringBackMode,
  type BringBackPlan,
  carryOutPlan,
  planBringBack,
} from '../bring-back/index.ts';
import { RECORDS } from './accounts.ts';
import { createTestApp, type TestApp } from './app.ts';
import type { Client } from './client.ts';
import { fillVault } from './real-files.ts';
import { countersOf } from './vault.ts';

const recordId = RECORDS.acme;
const ACTOR: BringBackActor = { id: 'commandLine0000000', name: 'Command line', accountId: null };

/** Folders of a record in a vault that keeps what is deleted, and their states at moments. */
export class PastFolders {
  readonly vault: TestApp;
  readonly client: Client;
  #count = 0;

  private constructor(vault: TestApp, client: Client) {
    this.vault = vault;
    this.client = client;
  }

  static async start(): Promise<PastFolders> {
    const vault = await createTestApp();
    vault.deps.settings.keepDays = 30;
    return new PastFolders(vault, await vault.as('everything'));
  }

  /** The moment after everything so far, by the clock of the database. */
  async moment(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`
      select pg_sleep(0.002), date_trunc('milliseconds', clock_timestamp()) as now, pg_sleep(0.002)`.execute(
      this.vault.database.kysely,
    );
    return rows[0]?.now ?? new Date(Number.NaN);
  }

  /** Makes a folder with two files, an empty folder, and one with a file. @returns its name */
  async filledFolder(): Promise<string> {
    this.#count += 1;
    const top = `Year ${this.#count}`;
    await fillVault(this.vault.deps, recordId, {
      files: [
        { folder: top, name: 'a.txt', bytes: `a of ${top}` },
        { folder: top, name: 'c.txt', bytes: `c of ${top}` },
        { folder: `${top}/Sub`, name: 'b.txt', bytes: `b of ${top}` },
      ],
      folders: [`${top}/Empty`],
    });
    return top;
  }

  /** Adds a file, or a version of one. @param folder its path; missing folders are made */
  fill(folder: string, name: string, bytes: string) {
    return fillVault(this.vault.deps, recordId, { files: [{ folder, name, bytes }] });
  }

  /** The counters of the record, as they are stored and as its items say. */
  counters() {
    return countersOf(this.vault.database, recordId);
  }

  async itemsIn(top: string) {
    const query = { parentFolder: top, allFolder: 'false', items: 'FILE,FOLDER', size: '200' } as const;
    const { content } = await this.client.data(contract.files.list, { params: { recordId }, query });
    return content;
  }

  /** Paths of folders, and paths of files with their texts. */
  async contentOf(top: string): Promise<string[]> {
    const lines = (await this.itemsIn(top)).map(async (item) => {
      if (item.fileType === 'folder') return pathOf(item).slice(top.length);
      const path = contract.download.version.path.replace(':sfid', item.sfid);
      const reply = await this.client.fetch(path, { method: 'POST' });
      return `${pathOf(item).slice(top.length)}: ${await reply.text()}`;
    });
    return (await Promise.all(lines)).toSorted();
  }

  /** @param path from the folder; that of a folder ends with '/' @returns '' when there is no such item */
  async idOf(top: string, path: string): Promise<string> {
    const found = (await this.itemsIn(top)).find((item) => pathOf(item) === `${top}/${path}`);
    return found?.sfid ?? '';
  }

  plan(path: string, at: Date, mode: BringBackMode = 'in-place'): Promise<BringBackPlan> {
    return planBringBack(this.vault.deps, { recordId, path, at, mode });
  }

  carryOut(plan: BringBackPlan, deps: BringBackDeps = this.vault.deps): Promise<void> {
    return carryOutPlan(deps, ACTOR, plan);
  }

  /** Plans and carries out. @returns the plan */
  async bringBack(path: string, at: Date, mode: BringBackMode = 'in-place'): Promise<BringBackPlan> {
    const plan = await this.plan(path, at, mode);
    await this.carryOut(plan);
    return plan;
  }
}

type ListedItem = Awaited<ReturnType<PastFolders['itemsIn']>>[number];

const pathOf = ({ fileType, folderPath, name }: ListedItem): string =>
  fileType === 'folder' ? `${folderPath}/` : `${folderPath}/${name}`;

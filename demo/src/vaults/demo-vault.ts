import { extensionOf } from '@vault/contract';
import { render } from '../documents/render.ts';
import type { Setting, Paper } from '../papers/setting.ts';
import type { Client } from '../parties.ts';
import { seededRandom } from '../random.ts';

const HOUR_MS = 3_600_000;

/** A demo user who uploads files. */
export interface Person {
  id: string;
  name: string;
}

/** One version of a planned file; its bytes are made only on demand, and are always the same. */
export interface PlannedVersion {
  modifiedAt: Date;
  /** The sfid of the demo user. */
  uploadedBy: string;
  make: () => Promise<Uint8Array>;
}

/** A file of the plan; `versions` oldest first, the last one is current. */
export interface PlannedFile {
  recordId: string;
  /** Folder names joined with '/', '' for the root (contract D-06). */
  path: string;
  name: string;
  versions: PlannedVersion[];
}

/** A folder of the plan, with its own full path. */
export interface PlannedFolder {
  recordId: string;
  path: string;
  createdAt: Date;
  createdBy: string;
}

interface Filing {
  path: string;
  /** The name; its extension chooses the format. */
  name: string;
  /** The day of the file, or the days of its versions, oldest first. */
  on: Date | Date[];
  paper: Paper;
}

/** The plan of a record's vault. */
export class DemoVault {
  readonly client: Client;
  /** The date of the plan; nothing in it is later. */
  readonly base: Date;
  readonly files: PlannedFile[] = [];
  readonly #people: Person[];
  readonly #folders = new Map<string, PlannedFolder>();

  constructor({ client, base, people }: { client: Client; base: Date; people: Person[] }) {
    this.client = client;
    this.base = base;
    this.#people = people;
  }

  /** All folders, each after its parent. */
  get folders(): PlannedFolder[] {
    return [...this.#folders.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Plans a folder and those above it. A folder is as old as its oldest item. */
  folder(path: string, on: Date, by?: Person): void {
    if (path === '') return;
    const { id } = by ?? seededRandom(path).pick(this.#people);
    const known = this.#folders.get(path);
    if (!known || on < known.createdAt) {
      const createdAt = new Date(Math.min(on.getTime(), this.base.getTime()) - HOUR_MS / 4);
      this.#folders.set(path, { recordId: this.client.recordId, path, createdAt, createdBy: id });
    }
    this.folder(path.split('/').slice(0, -1).join('/'), on, by);
  }

  /** Plans a file. The hour and the uploader are derived from path and name. */
  file({ path, name, on, paper }: Filing): void {
    const random = seededRandom(`${this.client.recordId}/${path}/${name}`);
    const versions = [on].flat().map((day, at) => {
      const person = random.pick(this.#people);
      const date = this.#workingHour(day, random.next());
      this.folder(path, date, person);
      return { date, person, edition: at + 1 };
    });
    this.files.push({
      recordId: this.client.recordId,
      path,
      name,
      versions: versions.map(({ date, person, edition }) => ({
        modifiedAt: date,
        uploadedBy: person.id,
        make: () => this.#write(paper, { path, name, date, author: person.name, edition }),
      })),
    });
  }

  #write(
    paper: Paper,
    { path, name, ...rest }: Omit<Setting, 'client' | 'random'> & { path: string; name: string },
  ) {
    const random = seededRandom(`${this.client.recordId}/${path}/${name}/${rest.edition}`);
    const content = paper({ client: this.client, random, ...rest });
    return render(content, extensionOf(name));
  }

  /** A time between 8 and 18 UTC on the day, but never after the base date of the plan. */
  #workingHour(day: Date, share: number): Date {
    const midnight = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
    const time = Math.floor(midnight + (8 + share * 10) * HOUR_MS);
    return new Date(Math.min(time, this.base.getTime() - HOUR_MS));
  }
}

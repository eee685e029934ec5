import { wordsIn } from './columns.ts';

interface RecordName {
  sfid: string;
  name: string;
}

/** Finds records by name or id, as cells of a file name them. */
export class RecordNames {
  readonly #byId = new Map<string, RecordName>();
  readonly #byName: Map<string, RecordName[]>;

  /** @param records all records that people can be given */
  constructor(records: readonly RecordName[]) {
    for (const record of records) this.#byId.set(record.sfid, record);
    this.#byName = Map.groupBy(records, ({ name }) => name.trim().toLowerCase());
  }

  /** A cell with the names of records, separated by semicolons; a name that is not unique is replaced by the id. */
  cellOf(records: readonly RecordName[]): string {
    return records
      .map(({ sfid, name }) => (name.includes(';') || this.#named(name).length > 1 ? sfid : name))
      .join('; ');
  }

  /**
   * Reads a cell of names and ids.
   * @returns the first word that is not one record, with the number of records of this name
   */
  read(cell: string): { ids: string[] } | { word: string; matches: number } {
    const ids: string[] = [];
    for (const word of wordsIn(cell, ';')) {
      const named = this.#named(word);
      const record = this.#byId.get(word) ?? (named.length === 1 ? named[0] : undefined);
      if (record === undefined) return { word, matches: named.length };
      ids.push(record.sfid);
    }
    return { ids: [...new Set(ids)] };
  }

  #named(name: string): readonly RecordName[] {
    return this.#byName.get(name.trim().toLowerCase()) ?? [];
  }
}

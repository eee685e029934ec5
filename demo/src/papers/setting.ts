import type { Content } from '../documents/content.ts';
import type { Client } from '../parties.ts';
import type { Random } from '../random.ts';

/** The input of a paper: client, date, author, and edition. */
export interface Setting {
  client: Client;
  date: Date;
  author: string;
  random: Random;
  /** 1 for the first edition, more for each later version of the file. */
  edition: number;
}

/** Writes the content of one file. */
export type Paper = (setting: Setting) => Content;

import type { Party } from '../parties.ts';

/** One column of a table: its alignment and its share of the width. */
export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** The width relative to the other columns; 1 when absent. */
  weight?: number;
}

/** One part of a paper. A table's cells are formatted texts; `total` is its last, emphasised row. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'bullets'; items: string[] }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'table'; columns: Column[]; rows: string[][]; total?: string[] }
  | { kind: 'signatures'; names: string[] };

/** A paper of pages: letter, minutes, invoice. Becomes PDF, Word, Markdown or plain text. */
export interface Article {
  kind: 'article';
  title: string;
  from: Party;
  author: string;
  date: Date;
  blocks: Block[];
}

/** A cell of a sheet. Amounts of a `money` column are whole pence. */
export type Cell = string | number | Date;

/** One sheet: `total` is its last, emphasised row. */
export interface Sheet {
  name: string;
  columns: { title: string; format: 'text' | 'number' | 'money' | 'day'; width: number }[];
  rows: Cell[][];
  total?: Cell[];
}

/** A book of sheets. Becomes Excel, or CSV with its first sheet. */
export interface Workbook {
  kind: 'workbook';
  title: string;
  date: Date;
  sheets: Sheet[];
}

/** One slide: bullets on the left, and bars on the right when there are figures. */
export interface Slide {
  title: string;
  bullets: string[];
  bars?: { label: string; value: number }[];
}

/** A presentation: a title page and its slides. Becomes PowerPoint. */
export interface Deck {
  kind: 'deck';
  title: string;
  subtitle: string;
  from: Party;
  author: string;
  date: Date;
  slides: Slide[];
}

/** Text without a format: a log, a settings file. */
export interface PlainText {
  kind: 'text';
  text: string;
}

/** A picture that is drawn in the format of its extension. */
export interface Picture {
  kind: 'picture';
  draw(extension: string): Promise<Uint8Array>;
}

/** The content of a demo file, before it is rendered in a format. */
export type Content = Article | Workbook | Deck | PlainText | Picture;

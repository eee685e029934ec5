import { StandardFonts, rgb } from 'pdf-lib';
import type { Color, PDFDocument, PDFFont, PDFPage } from 'pdf-lib';
import type { Party } from '../parties.ts';
import type { Block } from './content.ts';

type Table = Extract<Block, { kind: 'table' }>;

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 56;
const WIDTH = A4[0] - 2 * MARGIN;
const BOTTOM = 72;
const SIZE = 10;
const LEADING = 14;
const BLACK = rgb(0.13, 0.13, 0.15);
const GREY = rgb(0.45, 0.46, 0.5);
const HAIRLINE = rgb(0.82, 0.83, 0.86);

interface TextLine {
  text: string;
  x: number;
  font?: PDFFont;
  size?: number;
  color?: Color;
}

/** Pages that are filled from the top; `y` is the position of the next line (in points from the page's bottom). */
export class PdfSheet {
  readonly #file: PDFDocument;
  readonly #from: Party;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page: PDFPage;
  #y = A4[1] - MARGIN;

  private constructor(file: PDFDocument, from: Party, fonts: { plain: PDFFont; bold: PDFFont }) {
    this.#file = file;
    this.#from = from;
    this.#plain = fonts.plain;
    this.#bold = fonts.bold;
    this.#page = file.addPage(A4);
  }

  static async open(file: PDFDocument, from: Party): Promise<PdfSheet> {
    const plain = await file.embedFont(StandardFonts.Helvetica);
    const bold = await file.embedFont(StandardFonts.HelveticaBold);
    return new PdfSheet(file, from, { plain, bold });
  }

  letterhead(): void {
    const { name, trade, address, phone, email, colour } = this.#from;
    this.#page.drawRectangle({ x: 0, y: A4[1] - 8, width: A4[0], height: 8, color: colourOf(colour) });
    this.#put({ text: name, x: MARGIN, font: this.#bold, size: 15, color: colourOf(colour) });
    this.#right({ text: address.join(', '), x: A4[0] - MARGIN, size: 8, color: GREY });
    this.#y -= 13;
    this.#put({ text: trade, x: MARGIN, size: 8, color: GREY });
    this.#right({ text: `${phone} - ${email}`, x: A4[0] - MARGIN, size: 8, color: GREY });
    this.#rule(8);
    this.#y -= 24;
  }

  title(text: string): void {
    for (const line of wrap(text, this.#bold, 16, WIDTH)) {
      this.#put({ text: line, x: MARGIN, font: this.#bold, size: 16 });
      this.#y -= 20;
    }
    this.#y -= 4;
  }

  heading(text: string): void {
    this.#need(3 * LEADING);
    this.#y -= 8;
    this.#put({ text, x: MARGIN, font: this.#bold, size: 11.5, color: colourOf(this.#from.colour) });
    this.#y -= LEADING + 3;
  }

  paragraph(text: string): void {
    this.#lines(text, MARGIN);
    this.#y -= 6;
  }

  bullets(items: string[]): void {
    for (const item of items) {
      this.#need(LEADING);
      this.#put({ text: '\u2022', x: MARGIN + 6 });
      this.#lines(item, MARGIN + 18);
      this.#y -= 2;
    }
    this.#y -= 4;
  }

  facts(rows: [string, string][]): void {
    for (const [label, value] of rows) {
      this.#need(LEADING);
      this.#put({ text: label, x: MARGIN, color: GREY });
      this.#lines(value, MARGIN + 130);
    }
    this.#y -= 8;
  }

  table(table: Table): void {
    const places = columnPlaces(table);
    const row = (cells: string[], font: PDFFont): void => {
      this.#need(LEADING + 4);
      for (const [at, place] of places.entries()) {
        const text = fit(cells[at] ?? '', font, place.width - 6);
        if (place.right) this.#right({ text, x: place.x + place.width - 3, font, size: 9 });
        else this.#put({ text, x: place.x + 3, font, size: 9 });
      }
      this.#rule(4);
      this.#y -= LEADING + 2;
    };
    row(
      table.columns.map((column) => column.title),
      this.#bold,
    );
    for (const cells of table.rows) row(cells, this.#plain);
    if (table.total) row(table.total, this.#bold);
    this.#y -= 8;
  }

  signatures(names: string[]): void {
    this.#need(70);
    this.#y -= 40;
    for (const [at, name] of names.entries()) {
      const x = MARGIN + at * 200;
      this.#page.drawLine({
        start: { x, y: this.#y + 12 },
        end: { x: x + 160, y: this.#y + 12 },
        color: GREY,
      });
      this.#put({ text: name, x, size: 9 });
    }
    this.#y -= LEADING;
  }

  /** Numbers the pages; call it last, when their number is known. */
  footers(): void {
    const pages = this.#file.getPages();
    for (const [at, page] of pages.entries()) {
      this.#page = page;
      this.#y = 40;
      this.#put({ text: `${this.#from.name} - ${this.#from.registration}`, x: MARGIN, size: 8, color: GREY });
      const text = `Page ${at + 1} of ${pages.length}`;
      this.#right({ text, x: A4[0] - MARGIN, size: 8, color: GREY });
    }
  }

  #lines(text: string, x: number): void {
    for (const line of wrap(text, this.#plain, SIZE, A4[0] - MARGIN - x)) {
      this.#need(LEADING);
      this.#put({ text: line, x });
      this.#y -= LEADING;
    }
  }

  #put({ text, x, font = this.#plain, size = SIZE, color = BLACK }: TextLine): void {
    this.#page.drawText(text, { x, y: this.#y, font, size, color });
  }

  #right(line: TextLine): void {
    const { font = this.#plain, size = SIZE } = line;
    this.#put({ ...line, x: line.x - font.widthOfTextAtSize(line.text, size) });
  }

  #rule(below: number): void {
    const y = this.#y - below;
    this.#page.drawLine({
      start: { x: MARGIN, y },
      end: { x: A4[0] - MARGIN, y },
      thickness: 0.5,
      color: HAIRLINE,
    });
  }

  #need(height: number): void {
    if (this.#y - height >= BOTTOM) return;
    this.#page = this.#file.addPage(A4);
    this.#y = A4[1] - MARGIN;
  }
}

function columnPlaces(table: Table): { x: number; width: number; right: boolean }[] {
  const total = table.columns.reduce((sum, column) => sum + (column.weight ?? 1), 0);
  let x = MARGIN;
  return table.columns.map((column) => {
    const place = { x, width: (WIDTH * (column.weight ?? 1)) / total, right: column.align === 'right' };
    x += place.width;
    return place;
  });
}

function colourOf(hex: string): Color {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
}

/** Wraps at spaces so that every line fits the width (in points). */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Shortens a cell's text with dots when it is wider than its column. */
function fit(text: string, font: PDFFont, width: number): string {
  if (font.widthOfTextAtSize(text, 9) <= width) return text;
  let short = text;
  while (short !== '' && font.widthOfTextAtSize(`${short}...`, 9) > width) short = short.slice(0, -1);
  return `${short}...`;
}

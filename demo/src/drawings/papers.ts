import type { Client, Party } from '../parties.ts';
import { isoDay, money } from '../dates.ts';
import { Bitmap } from '../documents/bitmap.ts';
import type { Random } from '../random.ts';

const SHOPPING = [
  'SCREWS 4X40 BOX',
  'MASKING TAPE',
  'DUST SHEETS X5',
  'SEALANT WHITE',
  'DIESEL 38.2 L',
  'PARKING 4 HRS',
  'SANDWICH LUNCH',
  'PRINTER PAPER A4',
  'AA BATTERIES X8',
  'MILK AND COFFEE',
];

/** A till receipt like the output of a scanner; its total is the sum of its lines. */
export function receiptScan(random: Random, { from, date }: { from: Party; date: Date }): Bitmap {
  const lines = random
    .sample(SHOPPING, random.int(3, 6))
    .map((text) => ({ text, pence: random.int(150, 6400) }));
  const sheet = new Bitmap(520, 430 + lines.length * 30, 250);
  sheet.text(from.name, { x: 30, y: 34, scale: 3 });
  for (const [at, text] of from.address.entries()) sheet.text(text, { x: 30, y: 76 + at * 24 });
  sheet.text(`${isoDay(date)}  ${random.int(8, 18)}:${random.int(10, 59)}  TILL ${random.int(1, 6)}`, {
    x: 30,
    y: 136,
  });
  sheet.paint({ x: 30, y: 166, width: 460, height: 2 });
  let y = 186;
  for (const { text, pence } of lines) {
    sheet.text(text, { x: 30, y });
    sheet.textRight(money(pence), { right: 490, y });
    y += 30;
  }
  sheet.paint({ x: 30, y, width: 460, height: 2 });
  sheet.text('TOTAL', { x: 30, y: y + 20, scale: 3 });
  sheet.textRight(money(lines.reduce((sum, { pence }) => sum + pence, 0)), {
    right: 490,
    y: y + 20,
    scale: 3,
  });
  sheet.text(`CARD ENDING ${random.int(1000, 9999)}`, { x: 30, y: y + 70 });
  sheet.text('THANK YOU - PLEASE KEEP THIS RECEIPT', { x: 30, y: y + 110 });
  barcode(sheet, random, y + 140);
  sheet.age(random);
  return sheet;
}

function barcode(sheet: Bitmap, random: Random, y: number): void {
  let x = 60;
  while (x < 450) {
    const bar = random.int(2, 6);
    sheet.paint({ x, y, width: bar, height: 56 });
    x += bar + random.int(2, 6);
  }
}

/** A signed letter like the output of a scanner: A4 at about 100 dots per inch. */
export function letterScan(
  random: Random,
  letter: { from: Party; date: Date; lines: string[]; signer: string },
): Bitmap {
  const { from, date, lines, signer } = letter;
  const sheet = new Bitmap(827, 1169, 248);
  sheet.text(from.name, { x: 70, y: 70, scale: 4 });
  sheet.text(from.address.join(', '), { x: 70, y: 116 });
  sheet.paint({ x: 70, y: 150, width: 690, height: 3 });
  sheet.text(isoDay(date), { x: 70, y: 190 });
  for (const [at, line] of lines.entries()) sheet.text(line, { x: 70, y: 250 + at * 32 });
  const foot = 310 + lines.length * 32;
  sheet.scrawl(random, { x: 90, y: foot + 50 });
  sheet.paint({ x: 70, y: foot + 96, width: 300, height: 2 });
  sheet.text(signer, { x: 70, y: foot + 110 });
  sheet.age(random);
  return sheet;
}

/** A floor plan: rooms of random width in two rows along a corridor, each with its name and area. */
export function floorPlan(
  random: Random,
  { client, title, rooms }: { client: Client; title: string; rooms: string[] },
): Bitmap {
  const sheet = new Bitmap(1200, 850);
  sheet.frame({ x: 20, y: 20, width: 1160, height: 810 }, 3);
  const half = Math.ceil(rooms.length / 2);
  planRow(sheet, random, { names: rooms.slice(0, half), y: 70, height: 270 });
  sheet.text('CORRIDOR', { x: 540, y: 376 });
  planRow(sheet, random, { names: rooms.slice(half), y: 430, height: 270 });
  sheet.text(`${client.name} - ${title}`, { x: 60, y: 745, scale: 3 });
  sheet.text('SCALE 1 TO 100 - DO NOT MEASURE FROM THIS DRAWING', { x: 60, y: 785 });
  return sheet;
}

function planRow(sheet: Bitmap, random: Random, row: { names: string[]; y: number; height: number }): void {
  const { names, y, height } = row;
  const shares = names.map(() => 1 + random.next());
  const whole = shares.reduce((sum, share) => sum + share, 0);
  let x = 60;
  for (const [at, name] of names.entries()) {
    const width = (1080 * (shares[at] ?? 1)) / whole;
    sheet.frame({ x, y, width: width + 8, height }, 8);
    // A door: a gap in the wall to the corridor.
    sheet.paint({ x: x + width / 2 - 30, y: y < 200 ? y + height - 8 : y, width: 60, height: 8 }, 255);
    sheet.text(name, { x: x + 22, y: y + height / 2 - 16 });
    sheet.text(`${((width * height) / 10_000).toFixed(1)} SQ M`, { x: x + 22, y: y + height / 2 + 10 });
    x += width;
  }
}

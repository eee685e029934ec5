import PptxGenJs from 'pptxgenjs';
import { longDay } from '../dates.ts';
import type { Deck, Slide } from './content.ts';
import { repackOffice } from './ooxml.ts';

// pptxgenjs is a CommonJS build behind an ES entry: its types declare the class on `default` of the namespace only.
type Presentation = InstanceType<typeof PptxGenJs.default>;
type DrawnSlide = ReturnType<Presentation['addSlide']>;

/** Writes a deck as a PowerPoint file (.pptx), 16:9: a title page, then one page for each slide. */
export async function renderPowerPoint(deck: Deck): Promise<Uint8Array> {
  const file = new (PptxGenJs as unknown as typeof PptxGenJs.default)();
  file.layout = 'LAYOUT_16x9';
  file.title = deck.title;
  file.subject = deck.subtitle;
  file.author = deck.author;
  // The library escapes all texts except the company.
  file.company = deck.from.name.replaceAll('&', '&amp;');
  const colour = deck.from.colour.slice(1);
  titlePage(file.addSlide(), deck, colour);
  for (const [at, slide] of deck.slides.entries()) {
    const page = file.addSlide();
    drawSlide(page, slide, colour);
    page.addText(`${deck.from.name} - ${at + 2}`, {
      x: 0.5,
      y: 5.2,
      w: 9,
      h: 0.3,
      fontSize: 9,
      color: '8A8F99',
    });
  }
  const bytes = await file.write({ outputType: 'nodebuffer' });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('Expected the bytes of a presentation');
  return repackOffice(bytes, deck.date);
}

function titlePage(page: DrawnSlide, deck: Deck, colour: string): void {
  page.background = { color: colour };
  page.addText(deck.title, { x: 0.7, y: 1.6, w: 8.6, h: 1, fontSize: 34, bold: true, color: 'FFFFFF' });
  page.addText(deck.subtitle, { x: 0.7, y: 2.6, w: 8.6, h: 0.6, fontSize: 18, color: 'FFFFFF' });
  const foot = `${deck.author} - ${longDay(deck.date)}`;
  page.addText(foot, { x: 0.7, y: 4.7, w: 8.6, h: 0.4, fontSize: 12, color: 'FFFFFF' });
}

function drawSlide(page: DrawnSlide, slide: Slide, colour: string): void {
  page.addText(slide.title, { x: 0.5, y: 0.3, w: 9, h: 0.7, fontSize: 24, bold: true, color: colour });
  const bullets = slide.bullets.map((text) => ({ text, options: { bullet: true, breakLine: true } }));
  const width = slide.bars ? 4.3 : 9;
  page.addText(bullets, { x: 0.5, y: 1.2, w: width, h: 3.7, fontSize: 16, color: '33363D', valign: 'top' });
  if (slide.bars) drawBars(page, slide.bars, colour);
}

/** Bars are plain shapes: a chart object would contain a whole Excel file with the present time in it. */
function drawBars(page: DrawnSlide, bars: { label: string; value: number }[], colour: string): void {
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  const step = 4.2 / bars.length;
  for (const [at, { label, value }] of bars.entries()) {
    const x = 5.2 + at * step;
    const height = Math.max(0.02, (value / highest) * 2.8);
    page.addShape('rect', { x, y: 4.3 - height, w: step * 0.7, h: height, fill: { color: colour } });
    page.addText(String(value), { x, y: 4 - height, w: step * 0.7, h: 0.3, fontSize: 10, align: 'center' });
    page.addText(label, {
      x,
      y: 4.35,
      w: step * 0.7,
      h: 0.3,
      fontSize: 10,
      align: 'center',
      color: '60646C',
    });
  }
}

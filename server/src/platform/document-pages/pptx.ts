import { safeCss } from './css.ts';
import { Element } from './element.ts';
import { DocumentError } from './errors.ts';
import { htmlPage } from './page.ts';
import { Deck } from './pptx/deck.ts';
import { numberOf } from './pptx/frame.ts';
import { slideOf } from './pptx/slide.ts';

/** Real presentations have fewer slides; the rest is omitted. */
const MAX_SLIDES = 300;
const MAX_HTML_CHARACTERS = 12 * 1024 * 1024;
/** 10 by 7.5 inches, for a presentation without a size. */
const DEFAULT_WIDTH = 9_144_000;
const DEFAULT_HEIGHT = 6_858_000;

/**
 * Makes a page of a presentation (USE-31): each slide with its text boxes, images and tables at their positions.
 * Lengths are shares of the slide's width, so that slides fit every window without a script.
 * @param bytes of a pptx, pptm, potx or ppsx
 * @returns a static HTML page
 * @throws DocumentError and others when the document cannot be shown
 */
export async function pptxPage(bytes: Uint8Array): Promise<string> {
  const deck = await Deck.open(bytes);
  const main = deck.main();
  const presentation = main.root;
  const size = presentation.find('sldSz');
  const width = Math.max(1, numberOf(size, 'cx', DEFAULT_WIDTH));
  const height = Math.max(1, numberOf(size, 'cy', DEFAULT_HEIGHT));
  const ids = presentation.find('sldIdLst')?.children('sldId') ?? [];
  const slides: string[] = [];
  let left = MAX_HTML_CHARACTERS;
  for (const [at, id] of ids.entries()) {
    const target = main.relations.get(id.attribute('r:id') ?? '');
    const part = target === undefined ? null : deck.part(target.part);
    if (part === null) continue;
    const html = figureOf(
      slideOf({ deck, part, presentation, width, height, number: at + 1 }),
      at + 1,
      ids.length,
    );
    left -= html.length;
    if (slides.length >= MAX_SLIDES || left < 0) {
      slides.push('<p class="cut">The preview ends here. Download the file to see all of it.</p>');
      break;
    }
    slides.push(html);
  }
  if (ids.length > 0 && slides.length === 0) throw new DocumentError('its slides are missing');
  const body =
    slides.length === 0 ? '<p class="cut">This presentation has no slides.</p>' : slides.join('\n');
  return htmlPage({ style: STYLE + safeCss(deck.imageStyle()), body });
}

function figureOf(slide: Element, number: number, count: number): string {
  const figure = new Element('figure');
  const caption = new Element('figcaption');
  caption.append(`Slide ${number} of ${count}`);
  figure.append(slide, caption);
  return figure.toHtml();
}

const STYLE = `
html { background: #eef0f3 }
body { margin: 0; padding: 24px; font: 12px/16px Carlito, 'Liberation Sans', Arial, sans-serif; color: #4a4f59 }
figure { margin: 0 auto 24px; max-width: 1000px }
figcaption { padding: 6px 0; text-align: center }
.slide { position: relative; overflow: hidden; width: 100%; background: #fff; color: #000; container-type: inline-size;
  box-shadow: 0 1px 4px rgb(0 0 0 / 25%); outline: 1px solid transparent; background-size: 100% 100%; line-height: 1.2 }
.shape { position: absolute; box-sizing: border-box; display: flex; flex-direction: column; background-size: 100% 100%;
  overflow-wrap: break-word }
.shape > p { margin: 0; white-space: inherit; max-width: 100% }
.shape p span { white-space: pre-wrap }
.bullet { display: inline-block; text-indent: 0 }
.picture { background-repeat: no-repeat }
.missing { align-items: center; justify-content: center; border: 1px dashed #8b909a; color: #60656f;
  font-size: 2cqw; text-align: center }
.table { display: block }
.chart { display: block; overflow: auto; padding: 1cqw; background: #fff; color: #1f2329; border: 1px dashed #8b909a;
  font-size: 1.6cqw }
.chart p { margin: 0 0 .5cqw }
.chart table { table-layout: auto }
.chart :is(td, th) { padding: .2cqw .6cqw; border: 1px solid #d9dce3; text-align: right }
.chart :is(td, th):first-child { text-align: left }
table { border-collapse: collapse; table-layout: fixed; width: 100% }
td { border: 1px solid #fff; overflow-wrap: break-word }
td p { margin: 0 }
.cut { text-align: center; font-size: 14px }
@media (max-width: 700px) { body { padding: 8px } }
`;

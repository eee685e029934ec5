import pptxgen from 'pptxgenjs';
import { describe, expect, test } from 'vitest';
import { realPicture } from '../../testing/pictures.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { pptxPage } from './pptx.ts';

const picture = await realPicture({ width: 4, height: 4, format: 'png' });

/** pptxgenjs declares its class as the default of a CommonJS module. */
const Presentation = pptxgen as unknown as typeof pptxgen.default;

async function deckOf(draw: (deck: InstanceType<typeof Presentation>) => void): Promise<string> {
  const deck = new Presentation();
  draw(deck);
  return pptxPage(new Uint8Array((await deck.write({ outputType: 'nodebuffer' })) as Buffer));
}

describe('USE-31 a presentation as a page', () => {
  test('USE-31 each slide is shown with its texts at their positions', async () => {
    const html = await deckOf((deck) => {
      const slide = deck.addSlide();
      slide.addText('Quarter <b>1</b>', {
        x: 1,
        y: 1.125,
        w: 5,
        h: 1,
        bold: true,
        color: 'FF0000',
        fontSize: 24,
      });
      deck.addSlide().addText('Second', { x: 0, y: 0, w: 1, h: 1 });
    });
    expect(html).toContain('Slide 1 of 2');
    expect(html).toContain('Slide 2 of 2');
    expect(html).toContain('left:10.000%;top:20.000%;width:50.000%');
    expect(html).toContain('Quarter &lt;b&gt;1&lt;/b&gt;');
    expect(html).toContain('font-weight:bold');
    expect(html).toContain('color:#ff0000');
  });

  test('USE-31 images and tables are shown', async () => {
    const html = await deckOf((deck) => {
      const slide = deck.addSlide();
      slide.addImage({ data: `image/png;base64,${picture.toString('base64')}`, x: 1, y: 1, w: 2, h: 2 });
      slide.addTable([[{ text: 'Name' }, { text: 'Sum' }], [{ text: 'both', options: { colspan: 2 } }]], {
        x: 1,
        y: 3,
      });
    });
    expect(html).toContain(`url(data:image/png;base64,${picture.toString('base64')})`);
    expect(html).toMatch(/<td[^>]*><p[^>]*><span[^>]*>Name<\/span>/);
    expect(html).toContain('colspan="2"');
  });

  test('USE-31 a chart is shown as its title and its data', async () => {
    const html = await deckOf((deck) => {
      const data = [
        { name: 'Fees <2026>', labels: ['Q1', 'Q2'], values: [1200.5, 0.1 + 0.2] },
        { name: 'Costs', labels: ['Q1', 'Q2'], values: [3, 4] },
      ];
      deck
        .addSlide()
        .addChart(deck.ChartType.bar, data, { x: 1, y: 1, w: 4, h: 3, showTitle: true, title: 'Year' });
      deck.addSlide().addChart(deck.ChartType.scatter, [
        { name: 'X', values: [10, 20] },
        { name: 'Y', values: [7, 8] },
      ]);
    });
    const tables = [...html.matchAll(/<table>.*?<\/table>/gs)].map(([table]) =>
      table.replaceAll(/<\/?t(able|body)>/g, ''),
    );
    expect(html).toContain('<strong>Chart: Year</strong>');
    expect(tables[0]).toBe(
      '<tr><th></th><th>Fees &lt;2026&gt;</th><th>Costs</th></tr>' +
        '<tr><td>Q1</td><td>1200.5</td><td>3</td></tr><tr><td>Q2</td><td>0.3</td><td>4</td></tr>',
    );
    expect(tables[1]).toContain('<tr><td>10</td><td>7</td></tr><tr><td>20</td><td>8</td></tr>');
  });

  test('USE-31 a page has no external reference', async () => {
    const html = await deckOf((deck) => {
      const slide = deck.addSlide();
      slide.addText('out', {
        x: 1,
        y: 1,
        hyperlink: { url: 'https://tracker.example/?a' },
      });
    });
    expect(html).not.toContain('tracker.example');
    expect(html).not.toContain('<script');
  });

  test.each([
    ['a DTD', '<!DOCTYPE p [<!ENTITY a "aaaa">]><p:presentation/>'],
    ['tags that do not match', '<p:presentation><a></b></p:presentation>'],
    ['nesting of 100,000 levels', '<a>'.repeat(100_000) + '</a>'.repeat(100_000)],
    ['another root', '<w:document/>'],
  ])('USE-31 a presentation with %s is refused', async (_, xml) => {
    const rels =
      '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="ppt/presentation.xml"/></Relationships>';
    const bytes = rawZip([
      { name: '_rels/.rels', content: rels },
      { name: 'ppt/presentation.xml', content: xml, method: 8 },
    ]);
    await expect(pptxPage(bytes)).rejects.toThrow(/DTD|match|deep|not a presentation/);
  });
});

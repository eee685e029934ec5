import { render } from '../../server/src/demo/documents/render.ts';
import type { Article, Workbook } from '../../server/src/demo/documents/content.ts';
import { FIRM } from '../../server/src/demo/parties.ts';
import { EICAR } from '../../server/src/platform/scanner/eicar.ts';

export { EICAR };

const letter: Article = {
  kind: 'article',
  title: 'Engagement letter',
  from: FIRM,
  author: 'Morgan Hale',
  date: new Date('2026-03-02T09:00:00Z'),
  blocks: [{ kind: 'paragraph', text: 'Thank you for appointing us as your accountants.' }],
};

const ledger: Workbook = {
  kind: 'workbook',
  title: 'Ledger',
  date: new Date('2026-03-02T09:00:00Z'),
  sheets: [
    {
      name: 'March',
      columns: [
        { title: 'Paid to', format: 'text', width: 20 },
        { title: 'Amount', format: 'money', width: 12 },
      ],
      rows: [['Office rent', 125_000]],
    },
  ],
};

/** Real files of real kinds, as programs of an office write them. */
export async function realPapers(): Promise<Record<string, Uint8Array>> {
  return {
    'Engagement letter.pdf': await render(letter, 'pdf'),
    'Engagement letter.docx': await render(letter, 'docx'),
    'Ledger.xlsx': await render(ledger, 'xlsx'),
    'Notes.txt': Buffer.from('Call the bank.\n'),
  };
}

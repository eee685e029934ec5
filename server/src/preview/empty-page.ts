import type { Layout } from '../download/index.ts';

/** One empty A4 page (ISO 32000, 7.5). */
const PDF = emptyPdf();

/** PREVIEW-17: the preview of an Office document without data. */
export const EMPTY_PAGE: { mediaType: string; layout: Layout } = {
  mediaType: 'application/pdf',
  layout: {
    sizeBytes: PDF.length,
    etag: '"empty-page"',
    contents: [],
    segments: (start, end) => (start < end ? [{ kind: 'bytes', bytes: PDF.subarray(start, end) }] : []),
  },
};

function emptyPdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, n) => {
    const start = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const tableStart = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${tableStart}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

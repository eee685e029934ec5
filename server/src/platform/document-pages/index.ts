export { docxPage } from './docx.ts';
export { DocumentError } from './errors.ts';
export { pptxPage } from './pptx.ts';

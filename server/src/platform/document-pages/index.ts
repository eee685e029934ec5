export { docxPage } from './docx.ts';
export { emlPage } from './mail/eml.ts';
export { msgPage } from './mail/msg.ts';
export { pptxPage } from './pptx.ts';
export { zipPage } from './zip.ts';

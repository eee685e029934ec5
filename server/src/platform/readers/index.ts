export { type DocumentReader, type DocumentReaderOptions, openDocumentReader } from './document-reader.ts';
export { ReaderBusy, UnreadableDocument } from './errors.ts';
export { type KindName, KINDS } from './kinds.ts';
export type { DocumentPage } from './page.ts';
export { unpackParts } from './parts.ts';

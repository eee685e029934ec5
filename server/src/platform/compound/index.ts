export { codePageDecoder, codePageName } from './code-pages.ts';
export { compoundStream, compoundStreams, isCompound, wholeSectors } from './compound.ts';

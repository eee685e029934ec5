export { codePageDecoder, codePageName } from './code-pages.ts';
export { compoundStream, isCompound, wholeSectors } from './compound.ts';
export { CompoundError, compoundStreams } from './streams.ts';

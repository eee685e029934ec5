export { FILE_TYPE, openZip, type ZipArchive, type ZipEntry, type ZipLimits } from './archive.ts';
export { bufferSource, type ByteSource, partOf, readExactly } from './byte-source.ts';
export { ZipError, type ZipProblem } from './errors.ts';

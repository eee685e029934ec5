import { StageError } from './transport.ts';
import { uploadErrorTexts } from '../texts.ts';

/**
 * Reads the first byte of each file.
 * @throws StageError when one was changed or removed after it was chosen
 */
export async function mustBeReadable(files: readonly File[]): Promise<void> {
  try {
    await Promise.all(files.map(readStart));
  } catch {
    throw new StageError(0, uploadErrorTexts.fileChanged);
  }
}

/** A part of an empty file is always readable, and in Chromium a removed file becomes empty: it is read as a whole. */
const readStart = (file: File) => (file.size === 0 ? file : file.slice(0, 1)).arrayBuffer();

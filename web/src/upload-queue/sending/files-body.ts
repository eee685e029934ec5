import { BYTES_TYPE, sentFilesLine } from '@vault/contract';
import { type SmallFile, StageError } from '../queue/transport.ts';
import { uploadErrorTexts } from '../texts.ts';

/**
 * Reads small files into the body of C142 and C143. They are read before the call, because for the browser a changed
 * file and a lost connection are the same failure of a call.
 * @throws StageError when a file was changed after it was chosen
 */
export async function filesBody(files: readonly SmallFile[]): Promise<Blob> {
  const contents = await Promise.all(files.map(({ bytes }) => bytes.arrayBuffer())).catch(() => {
    throw new StageError(0, uploadErrorTexts.fileChanged);
  });
  const line = sentFilesLine(
    files.map(({ uid, fileName }, n) => ({
      key: uid,
      name: fileName,
      sizeBytes: contents[n]?.byteLength ?? 0,
    })),
  );
  return new Blob([line, ...contents], { type: BYTES_TYPE });
}

import { filesBody, sendBytes, StageError, type Transport } from '../../upload-queue/index.ts';
import { CallError } from '../visit/client.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import type { Giver } from './giver/giver.ts';

async function asStage<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw error instanceof CallError ? new StageError(error.code, error.message, error) : error;
  }
}

/** The members of `Giver` that a submission needs (USE-47). */
type GiverOfCalls = Pick<Giver, 'name' | 'refuse'>;

/** The calls of the upload pipeline for visitors (C50 … C52, C143). The folder is that of the link. */
export const visitorTransport = (link: Pick<LinkVisit, 'call'>, giver: GiverOfCalls): Transport => ({
  prepare: ({ uid, fileName, signal }) =>
    asStage(
      link.call('prepareUpload', { query: { fileName: uid }, body: { RelFileName: fileName }, signal }),
    ),
  send: sendBytes,
  scan: ({ uid, isFolder, signal }) =>
    asStage(link.call('scanUpload', { query: { key: uid, isFolder: String(isFolder) }, signal })),
  sendFiles: async ({ files, signal }) => {
    const bytes = await filesBody(files);
    return asStage(link.call('sendFiles', { bytes, signal }));
  },
  transfer: async ({ keys, batch, signal }) => {
    const body = { fileKeys: keys, batch, givenAs: giver.name() };
    try {
      const { detailList } = await asStage(link.call('transferUpload', { body, signal }));
      return detailList;
    } catch (error) {
      // The owner of the link has switched on the question for a name after the page was opened.
      if (error instanceof StageError && error.errorCode?.startsWith('GIVER_')) giver.refuse(error.message);
      throw error;
    }
  },
});

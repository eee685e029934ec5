import { sendBytes, StageError, type Transport } from '../../upload-queue/index.ts';
import { CallError } from '../visit/client.ts';
import type { LinkVisit } from '../visit/link-visit.ts';

async function asStage<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw error instanceof CallError ? new StageError(error.code, error.message, error.outage) : error;
  }
}

/** The calls of the upload pipeline as a visitor makes them (C50 … C52): the link knows the folder. */
export const visitorTransport = (link: Pick<LinkVisit, 'call'>): Transport => ({
  prepare: ({ uid, fileName, signal }) =>
    asStage(
      link.call('prepareUpload', { query: { fileName: uid }, body: { RelFileName: fileName }, signal }),
    ),
  send: sendBytes,
  scan: ({ uid, isFolder, signal }) =>
    asStage(link.call('scanUpload', { query: { key: uid, isFolder: String(isFolder) }, signal })),
  transfer: async ({ keys, batch, signal }) => {
    const { detailList } = await asStage(
      link.call('transferUpload', { body: { fileKeys: keys, batch }, signal }),
    );
    return detailList;
  },
});

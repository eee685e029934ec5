import { contract, UPLOAD_CATEGORY } from '@vault/contract';
import { ApiError, call } from '../api/index.ts';
import { filesBody, sendBytes, StageError, uploadErrorTexts, type Transport } from '../upload-queue/index.ts';

async function asStage<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, errorCode, outage } = error;
      throw new StageError(code, outage === 'unreachable' ? uploadErrorTexts.noConnection : error.message, {
        errorCode,
        outage,
      });
    }
    throw error;
  }
}

/** The calls of the upload pipeline (contract 5.3) over HTTP. */
export const httpTransport: Transport = {
  prepare: ({ uid, fileName, signal }) =>
    asStage(
      call(
        contract.upload.prepare,
        { query: { fileName: uid }, body: { RelFileName: fileName } },
        { signal },
      ),
    ),

  send: sendBytes,

  scan: ({ uid, isFolder, signal }) =>
    asStage(
      call(contract.upload.scan, { query: { key: uid, isFolder: isFolder ? 'true' : 'false' } }, { signal }),
    ),

  sendFiles: async ({ files, signal }) => {
    const bytes = await filesBody(files);
    return asStage(call(contract.upload.sendFiles, {}, { bytes, signal }));
  },

  transfer: async ({ keys, target, signal }) => {
    const body = {
      fileKeys: keys,
      folderSfid: target.folderSfid,
      linkedId: target.recordId,
      shareToClient: true,
      category: UPLOAD_CATEGORY,
    };
    const { detailList } = await asStage(call(contract.upload.transfer, { body }, { signal }));
    return detailList;
  },
};

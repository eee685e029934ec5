import { BYTES_TYPE, RESUMABLE_BYTES, UPLOAD_NAME_HEADER } from '@vault/contract';
import type { Transport } from '../queue/transport.ts';
import { browserChunkTransport } from './browser-chunk-transport.ts';
import { browserDirectTransport } from './browser-direct-transport.ts';
import { sendDirect } from './send-direct.ts';
import { sendInChunks } from './send-in-chunks.ts';
import { transmit } from './transmit.ts';

/**
 * Sends bytes to their signed address: a small file with one PUT (C18), a large file in chunks (C53) or in parts to the
 * object store (C138), so that its upload continues after a lost network, a restart of the server or a failed attempt.
 */
export const sendBytes: Transport['send'] = async (input) => {
  const sendWhole = async () => {
    const headers = {
      [UPLOAD_NAME_HEADER]: encodeURIComponent(input.fileName),
      'Content-Type': BYTES_TYPE,
    };
    await transmit({ ...input, method: 'PUT', headers });
  };
  if (input.bytes.size <= RESUMABLE_BYTES) return sendWhole();
  const direct = () => sendDirect(browserDirectTransport(input));
  return sendInChunks(browserChunkTransport({ ...input, sendDirect: direct, sendWhole }), input);
};

import { FILES_TOGETHER, FILES_TOGETHER_BYTES, TRANSFER_CHUNK, type ScanItem } from '@vault/contract';
import { groupBy } from '../../kit/group-by.ts';
import { groupedCalls } from './grouped-calls.ts';
import type { Pace } from './pace.ts';
import type { ItemTransport, Transport } from './transport.ts';

type InputOf<Name extends keyof ItemTransport> = Parameters<ItemTransport[Name]>[0];
type ResultOf<Name extends keyof ItemTransport> = Awaited<ReturnType<ItemTransport[Name]>>;

export interface Sharing {
  /** whether so many items wait that small files are sent together */
  hasMany: () => boolean;
  pace: Pace;
}

/** So a call with as many bytes as allowed has at most as many files as allowed. */
const LEAST_SIZE = Math.floor(FILES_TOGETHER_BYTES / FILES_TOGETHER);

/**
 * Returns the calls of one item, some of which several items share (SPEED-04): transfers into the same folder, and,
 * while many items wait, the bytes of small files.
 */
export function groupedTransport(transport: Transport, { hasMany, pace }: Sharing): ItemTransport {
  const transfer = groupedCalls<InputOf<'transfer'>, ResultOf<'transfer'>>(pace, {
    groupOf: ({ target, batch }) => JSON.stringify([target.recordId, target.folderSfid, batch]),
    sizeOf: ({ keys }) => keys.length,
    maxSize: TRANSFER_CHUNK,
    alone: (input) => transport.transfer(input),
    async together(inputs, signal) {
      const keys = inputs.flatMap((input) => input.keys);
      const details = await transport.transfer({ ...inputs[0], keys, signal });
      const byKey = groupBy(details, ({ fileKey }) => fileKey);
      return inputs.map((input) => input.keys.flatMap((key) => byKey.get(key) ?? []));
    },
  });
  const sendTogether = groupedCalls<InputOf<'sendTogether'>, ScanItem | null>(pace, {
    groupOf: () => '',
    sizeOf: ({ bytes }) => Math.max(bytes.size, LEAST_SIZE),
    maxSize: FILES_TOGETHER_BYTES,
    alone: async () => null,
    together: (files, signal) => transport.sendFiles({ files, signal }),
  });
  return {
    prepare: (input) => transport.prepare(input),
    send: (input) => transport.send(input),
    scan: (input) => transport.scan(input),
    sendTogether: async (input) => (hasMany() ? sendTogether(input) : null),
    transfer,
  };
}

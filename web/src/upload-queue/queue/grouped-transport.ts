import { TRANSFER_CHUNK, UPLOADS_TOGETHER } from '@vault/contract';
import { groupedCalls } from './grouped-calls.ts';
import type { Pace } from './pace.ts';
import type { Transport } from './transport.ts';

type Call = 'prepare' | 'scan' | 'transfer';
type InputOf<Name extends Call> = Parameters<Transport[Name]>[0];
type ResultOf<Name extends Call> = Awaited<ReturnType<Transport[Name]>>;

export interface Sharing {
  /** whether so many items wait that their addresses and scans share calls */
  hasMany: () => boolean;
  pace: Pace;
}

/**
 * Returns calls that several items share (SPEED-04): transfers into the same folder, and, while many items wait and the
 * transport offers it, addresses of files and scans of small ones.
 */
export function groupedTransport(transport: Transport, sharing: Sharing): Transport {
  const transfer = groupedCalls<InputOf<'transfer'>, ResultOf<'transfer'>>(sharing.pace, {
    groupOf: ({ target, batch }) => JSON.stringify([target.recordId, target.folderSfid, batch]),
    sizeOf: ({ keys }) => keys.length,
    maxSize: TRANSFER_CHUNK,
    alone: (input) => transport.transfer(input),
    async together(inputs, signal) {
      const keys = inputs.flatMap((input) => input.keys);
      const details = await transport.transfer({ ...inputs[0], keys, signal });
      const byKey = Map.groupBy(details, ({ fileKey }) => fileKey);
      return inputs.map((input) => input.keys.flatMap((key) => byKey.get(key) ?? []));
    },
  });
  return {
    prepare: (input) => transport.prepare(input),
    send: (input) => transport.send(input),
    scan: (input) => transport.scan(input),
    transfer,
    ...preparing(transport, sharing),
    ...scanning(transport, sharing),
  };
}

const ANY_FILES = { groupOf: () => '', sizeOf: () => 1, maxSize: UPLOADS_TOGETHER };

function preparing(transport: Transport, { hasMany, pace }: Sharing): Partial<Transport> {
  const { prepareFiles } = transport;
  if (prepareFiles === undefined) return {};
  const prepare = groupedCalls<InputOf<'prepare'>, string>(pace, {
    ...ANY_FILES,
    alone: (input) => transport.prepare(input),
    together: (files, signal) => prepareFiles({ files, signal }),
  });
  return { prepare: (input) => (hasMany() ? prepare(input) : transport.prepare(input)) };
}

function scanning(transport: Transport, { hasMany, pace }: Sharing): Partial<Transport> {
  const { scanFiles } = transport;
  if (scanFiles === undefined) return {};
  const scan = groupedCalls<InputOf<'scan'>, ResultOf<'scan'>>(pace, {
    ...ANY_FILES,
    alone: (input) => transport.scan(input),
    async together(inputs, signal) {
      const results = await scanFiles({ uids: inputs.map(({ uid }) => uid), signal });
      return results.map((result) => [result]);
    },
  });
  return {
    scan: (input) => (hasMany() && input.isSmall && !input.isFolder ? scan(input) : transport.scan(input)),
  };
}

import { TRANSFER_CHUNK } from '@vault/contract';
import { StageError, type Transferred, type Transport } from './transport.ts';

type Transfer = Transport['transfer'];
type TransferInput = Parameters<Transfer>[0];

interface Waiting {
  input: TransferInput;
  resolve: (details: Transferred[]) => void;
  reject: (reason: unknown) => void;
}

/**
 * Transfers keys of several items with one call (SPEED-04): items that end while a transfer into their folder runs
 * share the next one, in groups of 20 keys. A call that is refused for a group is repeated for each item alone, so that
 * a refusal of one item does not affect the others.
 */
export function groupedTransfers(transfer: Transfer): Transfer {
  const groups = new Map<string, Waiting[]>();

  async function run(group: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await transferTogether(transfer, nextOf(waiting));
    groups.delete(group);
  }

  return (input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Transferred[]>();
    const { recordId, folderSfid } = input.target;
    const group = JSON.stringify([recordId, folderSfid, input.batch]);
    const waiting = groups.get(group) ?? [];
    waiting.push({ input, resolve, reject });
    if (!groups.has(group)) {
      groups.set(group, waiting);
      void run(group, waiting);
    }
    return promise;
  };
}

/** Takes the next transfers that fit one call, at least one. */
function nextOf(waiting: Waiting[]): Waiting[] {
  let keys = 0;
  const end = waiting.findIndex(({ input }, index) => {
    keys += input.keys.length;
    return index > 0 && keys > TRANSFER_CHUNK;
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

/** Never rejects. */
async function transferTogether(transfer: Transfer, together: readonly Waiting[]): Promise<void> {
  const active = together.filter(({ input, reject }) => {
    if (input.signal.aborted) reject(input.signal.reason);
    return !input.signal.aborted;
  });
  const [first] = active;
  if (first === undefined) return;
  if (active.length === 1) return transferAlone(transfer, first);
  const keys = active.flatMap(({ input }) => input.keys);
  try {
    // An aborted item must not end the transfer of the others.
    const { signal } = new AbortController();
    const byKey = Map.groupBy(await transfer({ ...first.input, keys, signal }), ({ fileKey }) => fileKey);
    for (const { input, resolve } of active) resolve(input.keys.flatMap((key) => byKey.get(key) ?? []));
  } catch (error) {
    const isOutage = error instanceof StageError && error.outage !== null;
    if (isOutage) for (const { reject } of active) reject(error);
    else await Promise.all(active.map((one) => transferAlone(transfer, one)));
  }
}

const transferAlone = (transfer: Transfer, { input, resolve, reject }: Waiting): Promise<void> =>
  transfer(input).then(resolve, reject);

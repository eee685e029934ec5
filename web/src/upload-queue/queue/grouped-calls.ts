import { Messages } from '@vault/contract';
import { withResolvers } from '../../kit/with-resolvers.ts';
import type { Pace } from './pace.ts';
import { StageError } from './transport.ts';

export interface Grouping<Input, Result> {
  /** Inputs with the same group can share a call. */
  groupOf: (input: Input) => string;
  sizeOf: (input: Input) => number;
  /** the most that inputs of one call may have together */
  maxSize: number;
  /** the call for one input */
  alone: (input: Input) => Promise<Result>;
  /** the call for several inputs of a group; returns their results in order */
  together: (inputs: readonly [Input, ...Input[]], signal: AbortSignal) => Promise<Result[]>;
}

interface Waiting<Input, Result> {
  input: Input;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Makes one call for several items (SPEED-04): items that are ready while a call of their group runs share the next
 * one. A call that is refused for several items is repeated for each item alone, so that a refusal of one item does not
 * affect the others.
 */
export function groupedCalls<Input extends { signal: AbortSignal }, Result>(
  pace: Pace,
  grouping: Grouping<Input, Result>,
): (input: Input) => Promise<Result> {
  const groups = new Map<string, Waiting<Input, Result>[]>();

  async function run(group: string, waiting: Waiting<Input, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      await pace.untilDue(() => waiting.length);
      const next = nextOf(grouping, waiting);
      pace.left(next.length);
      await callTogether(grouping, next);
    }
    groups.delete(group);
  }

  return (input) => {
    const { promise, resolve, reject } = withResolvers<Result>();
    const group = grouping.groupOf(input);
    const waiting = groups.get(group) ?? [];
    waiting.push({ input, resolve, reject });
    if (!groups.has(group)) {
      groups.set(group, waiting);
      void run(group, waiting);
    }
    pace.joined();
    return promise;
  };
}

/** Takes the next items that fit one call, at least one. */
function nextOf<Input, Result>(
  { sizeOf, maxSize }: Grouping<Input, Result>,
  waiting: Waiting<Input, Result>[],
): Waiting<Input, Result>[] {
  let size = 0;
  const end = waiting.findIndex(({ input }, index) => {
    size += sizeOf(input);
    return index > 0 && size > maxSize;
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

/** Never rejects. An item without a result in the reply fails. */
async function callTogether<Input extends { signal: AbortSignal }, Result>(
  { alone, together }: Grouping<Input, Result>,
  waiting: readonly Waiting<Input, Result>[],
): Promise<void> {
  const callAlone = ({ input, resolve, reject }: Waiting<Input, Result>) =>
    alone(input).then(resolve, reject);
  const active = waiting.filter(({ input, reject }) => {
    if (input.signal.aborted) reject(input.signal.reason);
    return !input.signal.aborted;
  });
  const [first, ...others] = active;
  if (first === undefined) return;
  if (others.length === 0) return callAlone(first);
  try {
    // An aborted item must not end the call of the others.
    const { signal } = new AbortController();
    const results = await together([first.input, ...others.map(({ input }) => input)], signal);
    for (const [index, { resolve, reject }] of active.entries()) {
      const result = results[index];
      if (result === undefined) reject(new StageError(0, Messages.uploadFailed));
      else resolve(result);
    }
  } catch (error) {
    const isOutage = error instanceof StageError && error.outage !== null;
    if (isOutage) for (const { reject } of active) reject(error);
    else await Promise.all(active.map(callAlone));
  }
}

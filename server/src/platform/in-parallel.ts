/**
 * Runs `work` for each item, at most `limit` at the same time, in the order of the items. After a failure no other item
 * begins.
 * @throws the first failure, when all running items have ended and the iterator is closed
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (failures.length === 0) {
      try {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length === 0) return;
  await iterator.return?.();
  throw failures[0];
}

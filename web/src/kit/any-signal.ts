/**
 * `AbortSignal.any` for browsers that do not have it yet (docs/decisions/browsers.md). It listens until one of the
 * signals is aborted, so one of them must be aborted in the end.
 * @returns a signal that is aborted with the first of these, with its reason
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: first.signal });
  }
  return first.signal;
}

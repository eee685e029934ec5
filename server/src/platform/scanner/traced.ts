import { inSpan, type Traces } from '../traces/index.ts';
import type { Scanner } from './scanner.ts';

/** A scanner with a span for each scan (NODES-11). */
export function tracedScanner(scanner: Scanner, traces: Traces | null): Scanner {
  if (traces === null) return scanner;
  return {
    ...scanner,
    scan: (source, sender) => inSpan(traces, 'scan', () => scanner.scan(source, sender)),
  };
}

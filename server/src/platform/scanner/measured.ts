import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Scanner } from './scanner.ts';

/** A scanner whose scans are measured: their time by verdict, and how many run or wait (NODES-11). */
export function measuredScanner(scanner: Scanner, metrics: Registry): Scanner {
  const registers = [metrics];
  const time = new Histogram({
    name: 'vault_scan_duration_seconds',
    help: 'Time of a scan, with the wait for the scanner',
    labelNames: ['verdict'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  });
  const running = new Gauge({
    name: 'vault_scans_running',
    help: 'Scans that run or wait for the scanner',
    registers,
  });
  return {
    ...scanner,
    scan: async (source, sender) => {
      running.inc();
      const end = time.startTimer();
      // `scan` never rejects.
      const verdict = await scanner.scan(source, sender);
      end({ verdict: verdict.status });
      running.dec();
      return verdict;
    },
  };
}

import type { Log } from '../database/index.ts';
import { ClamdUnavailable } from './clamd-ping.ts';
import { clamdScanner } from './clamd.ts';
import { embeddedScanner } from './embedded.ts';
import { reasonOf, type Scanner } from './scanner.ts';

export type { Scanner, Verdict } from './scanner.ts';
export { measuredScanner } from './measured.ts';
export { tracedScanner } from './traced.ts';
export { EICAR } from './eicar.ts';
export { RuleFileError } from './rule-files.ts';

export interface ScannerSettings {
  /** 'host:port' or socket path of clamd; null: the embedded engine */
  clamd: string | null;
  /** rule files of the operator, for the embedded engine */
  rulesDirectory: string;
  /** where large members of archives are stored during their scan, for the embedded engine */
  temporaryDirectory?: string;
  /** a thread of the embedded engine without files for this time is ended; null: never */
  idleMs?: number | null;
  /** a thread of the embedded engine is started at once, not with the first file */
  startsAtOnce?: boolean;
  log: Log;
}

/**
 * The scanner of the settings. An unavailable clamd does not stop the start: until it is available every scan fails,
 * and no file passes.
 * @throws RuleFileError that names a wrong rule file and its line
 */
export async function openScanner({ clamd, log, ...embedded }: ScannerSettings): Promise<Scanner> {
  if (clamd === null) return embeddedScanner({ ...embedded, log });
  const scanner = clamdScanner({ address: clamd, log });
  await scanner.check().catch((error: unknown) => {
    // The scanner logs by itself that clamd is not available.
    if (error instanceof ClamdUnavailable) return;
    log.warn(
      { clamd, reason: reasonOf(error) },
      'Limits of clamd not known; every scan fails until they are',
    );
  });
  return scanner;
}

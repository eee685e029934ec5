import { clamdScanner } from './clamd.ts';
import { embeddedScanner } from './embedded.ts';
import { reasonOf, type Scanner } from './scanner.ts';

export type { Scanner, Verdict } from './scanner.ts';
export { EICAR } from './eicar.ts';
export { RuleFileError } from './rule-files.ts';

export interface ScannerSettings {
  /** 'host:port' or socket path of clamd; null: the embedded engine */
  clamd: string | null;
  /** rule files of the operator, for the embedded engine */
  rulesDirectory: string;
  warn: (message: string) => void;
}

/**
 * The scanner that the settings name. A clamd that is down does not stop the start: until it is there every scan
 * fails, and nothing passes.
 * @throws RuleFileError that names a wrong rule file and its line
 */
export async function openScanner({ clamd, rulesDirectory, warn }: ScannerSettings): Promise<Scanner> {
  if (clamd === null) return embeddedScanner({ rulesDirectory });
  const scanner = clamdScanner({ address: clamd, warn });
  await scanner
    .check()
    .catch((error: unknown) => warn(`clamd at ${clamd} cannot be used yet: ${reasonOf(error)}`));
  return scanner;
}

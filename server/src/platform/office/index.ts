import type { Log } from '../database/index.ts';
import type { DocumentReader } from '../readers/index.ts';
import type { OfficeConverter } from './converter.ts';
import { findProgram } from './find-program.ts';
import { libreOffice } from './libreoffice.ts';

export {
  type OfficeConverter,
  OfficeBusy,
  type OfficeExtension,
  OfficeFailure,
  OfficeStartError,
} from './converter.ts';

export interface OfficeSettings {
  /** path of LibreOffice's soffice; 'none' for no converter; null for an installed one */
  program: string | null;
  /** the vault's data; no document may read it */
  hidden: string;
  log: Log;
  reader: DocumentReader;
}

/**
 * The configured converter; null when there is none.
 * @throws OfficeStartError with a sentence for the operator when the configured program cannot be run
 */
export async function openOffice({
  program: setting,
  hidden,
  log,
  reader,
}: OfficeSettings): Promise<OfficeConverter | null> {
  const program = await findProgram(setting);
  return program === null ? null : libreOffice({ program, hidden, log, reader });
}

import type { NameCharacters } from '@vault/contract';
import type { WopiClient } from '../platform/wopi/index.ts';
import type { UploadDeps } from '../upload/index.ts';
import type { StoredVersion } from '../versions/index.ts';

/** Somebody behind a link who works with a shared file in the office service. */
interface Visitor {
  visitId: string;
  recordId: string;
  /** the same for everything that one recipient does behind this link, of letters and digits */
  personId: string;
  /** as lists name them: the e-mail address, or 'Public' */
  name: string;
  allowEdit: boolean;
  allowDownload: boolean;
}

/** The gate of the people behind links, for calls that name a visit. */
export interface Visits {
  /**
   * @returns null when the visit has ended, or its link does not open any more
   * @throws E4 when the file is not live, or not shared by the link
   */
  enter(visitId: string, fileId: string): Promise<Visitor | null>;
  /** Records that a visitor opens a file: once for each opening (USE-13). */
  recordLook(
    visitId: string,
    version: Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId' | 'name'>,
    address: string,
  ): Promise<void>;
}

/** What the office area stands on. */
export interface OfficeDeps extends UploadDeps {
  wopi: WopiClient;
  visits: Visits;
  settings: UploadDeps['settings'] & { nameCharacters: NameCharacters; brand: { name: string } };
}

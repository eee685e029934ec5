import type { NameCharacters } from '@vault/contract';
import type { AccessCheck } from '../access-check/index.ts';
import type { WopiClient } from '../platform/wopi/index.ts';
import type { SessionTimes } from '../session/index.ts';
import type { UploadDeps } from '../upload/index.ts';
import type { StoredVersion } from '../versions/index.ts';

/** A visitor who opens a shared file in the office service. */
interface Visitor {
  visitId: string;
  recordId: string;
  /** stays the same for one recipient of this link; only letters and digits */
  personId: string;
  /** as in lists: the e-mail address, or 'Public' */
  name: string;
  allowEdit: boolean;
  allowDownload: boolean;
}

/** The gate of visitors, for calls that contain the id of a visit. */
export interface Visits {
  /**
   * @returns null when the visit has ended, or its link is deleted or expired
   * @throws E4 when the file is not live, or not shared by the link
   */
  enter(visitId: string, fileId: string): Promise<Visitor | null>;
  /** Records that a visitor opens a file, one view for each opening (USE-13). */
  recordView(
    visitId: string,
    version: Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId' | 'name'>,
  ): Promise<void>;
}

/** The dependencies of the calls of an office service. */
export interface WopiDeps extends OfficeDeps {
  /** checks running transfers (GUARD-30) */
  access: AccessCheck;
}

/** The dependencies of the office area. */
export interface OfficeDeps extends UploadDeps {
  wopi: WopiClient;
  visits: Visits;
  settings: UploadDeps['settings'] &
    SessionTimes & { nameCharacters: NameCharacters; brand: { name: string } };
}

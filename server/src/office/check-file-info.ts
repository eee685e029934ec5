import { extensionOf } from '@vault/contract';
import type { WopiCall } from './call.ts';
import { userInfoOf } from './files.queries.ts';
import { pageAddress } from './host-page.ts';
import { longestStem, partsOf } from './names.ts';
import type { OfficeDeps } from './deps.ts';
import { lastModifiedTime } from './last-modified.ts';

/**
 * CheckFileInfo: describes the file, the person and the person's rights. It returns only properties of the protocol
 * (Microsoft, "CheckFileInfo"). Without the right to download it adds the properties of Collabora that prevent printing
 * and export.
 */
export async function checkFileInfo(deps: OfficeDeps, call: WopiCall): Promise<Record<string, unknown>> {
  const { file, actor } = call;
  const info = actor.accountId === null ? null : await userInfoOf(deps.database.kysely, actor.accountId);
  const { extension } = partsOf(file.name);
  return {
    BaseFileName: file.name,
    // the client's vault owns its files, whichever account uploaded them
    OwnerId: file.recordId,
    Size: file.sizeBytes,
    UserId: actor.id,
    Version: file.versionId,
    ...(extension !== '' && { FileExtension: `.${extensionOf(file.name)}` }),
    FileNameMaxLength: longestStem(extension),
    LastModifiedTime: lastModifiedTime(file),
    SHA256: file.sha256.toString('base64'),
    ...capabilitiesOf(call),
    ...permissionsOf(call),
    UserFriendlyName: actor.by.name,
    IsAnonymousUser: actor.accountId === null,
    // business users open the documents: Microsoft checks their licence
    LicenseCheckForEditIsEnabled: true,
    ...(info !== null && { UserInfo: info }),
    ...addressesOf(deps, call),
    BreadcrumbBrandName: deps.settings.brand.name,
    BreadcrumbDocName: file.name,
  };
}

/** The features of the vault. A visitor cannot rename, delete or create files. */
function capabilitiesOf({ actor }: WopiCall) {
  const isAccount = actor.accountId !== null;
  return {
    SupportsLocks: true,
    SupportsGetLock: true,
    SupportsExtendedLockLength: true,
    SupportsUpdate: true,
    SupportsRename: isAccount,
    SupportsDeleteFile: isAccount,
    SupportsUserInfo: isAccount,
  };
}

function permissionsOf({ actor: { may } }: WopiCall) {
  return {
    ReadOnly: !may.write,
    UserCanWrite: may.write,
    UserCanRename: may.rename,
    UserCanNotWriteRelative: !may.create,
    ...(!may.download && {
      RestrictedWebViewOnly: true,
      DisablePrint: true,
      DisableExport: true,
      HidePrintOption: true,
      HideExportOption: true,
    }),
  };
}

function addressesOf(deps: OfficeDeps, { origin, grant, actor, file }: WopiCall) {
  const folder = `${origin}/vault?record=${file.recordId}&folder=${file.folderId}`;
  return {
    PostMessageOrigin: new URL(origin).origin,
    // the page closes its own window
    ClosePostMessage: true,
    HostViewUrl: pageAddress(deps, { origin, grant, action: 'view' }),
    ...(actor.may.write && { HostEditUrl: pageAddress(deps, { origin, grant, action: 'edit' }) }),
    ...(actor.accountId !== null && {
      CloseUrl: folder,
      BreadcrumbBrandUrl: `${origin}/`,
      BreadcrumbFolderName: file.folderName,
      BreadcrumbFolderUrl: folder,
    }),
  };
}

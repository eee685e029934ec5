import type { Ability, EndpointName, LinkRight } from '@vault/contract';
import type { TestUser } from './accounts.ts';

/** The required right of a call: none, a session, a flag, or a visit of its link. */
export type Need = 'none' | 'token' | 'visitor' | Ability;

/**
 * Section 7 of the contract, call by call, and the later calls. A separate list, because it tests the `access` of the
 * endpoints. A new call needs a row here and a request in permission-requests/.
 */
export const NEEDS: Readonly<Record<string, Need>> = {
  'session.signIn': 'none',
  'session.me': 'token',
  'oneTime.requestPasswordReset': 'none',
  'oneTime.readAddress': 'none',
  'oneTime.setPassword': 'none',
  'oneTime.setUp': 'none',
  'files.list': 'read',
  'tree.folders': 'read',
  'organise.createFolder': 'create',
  'organise.renameFolder': 'edit',
  'organise.renameFile': 'edit',
  'organise.mergeFile': 'edit',
  'organise.moveToTrash': 'edit',
  'organise.move': 'edit',
  'organise.moveMerging': 'edit',
  'organise.copy': 'read',
  'organise.copyMerging': 'read',
  'history.recentSearches': 'read',
  'files.settings': 'read',
  'history.accessRecords': 'read',
  'upload.prepare': 'create',
  'upload.scan': 'create',
  'upload.transfer': 'create',
  'download.size': 'download',
  'download.selection': 'download',
  'download.version': 'download',
  'sharing.shareLink': 'share',
  'sharing.shareByEmail': 'share',
  'sharing.requestLink': 'share',
  'sharing.requestByEmail': 'share',
  'preview.address': 'read',
  'preview.office': 'read',
  'preview.officeOnline': 'read',
  'versions.list': 'read',
  'versions.remove': 'edit',
  'versions.makeCurrent': 'edit',
  'trash.list': 'read',
  'trash.deleters': 'read',
  'trash.remove': 'edit',
  'trash.restore': 'edit',
  'links.list': 'read',
  'links.exportAddress': 'read',
  'links.update': 'share',
  'links.remove': 'share',
  'recipient.landing': 'none',
  'recipient.sendCode': 'none',
  'recipient.unlock': 'none',
  'recipient.list': 'visitor',
  'recipient.downloadSize': 'visitor',
  'recipient.download': 'visitor',
  'recipient.preview': 'visitor',
  'recipient.editAddress': 'visitor',
  'recipient.prepareUpload': 'visitor',
  'recipient.scanUpload': 'visitor',
  'recipient.transferUpload': 'visitor',
  'download.ticket': 'download',
  'session.records': 'token',
  'events.stream': 'read',
  'versions.receipt': 'read',
  'session.signOut': 'token',
  'session.demoAccounts': 'none',
  'preview.saveText': 'edit',
  'organise.mergePlan': 'read',
  'recipient.uploadReceipt': 'visitor',
  'recipient.downloadTicket': 'visitor',
  'session.methods': 'none',
  'session.changePassword': 'token',
  'session.continueOfficeWindows': 'token',
  'secondFactor.state': 'token',
  'secondFactor.beginChange': 'token',
  'secondFactor.checkCode': 'none',
  'secondFactor.reset': 'admin',
  'secondFactor.checkPasskey': 'none',
  'secondFactor.startApp': 'none',
  'secondFactor.confirmApp': 'none',
  'secondFactor.startPasskey': 'none',
  'secondFactor.confirmPasskey': 'none',
  'secondFactor.remove': 'token',
  'secondFactor.newRecoveryCodes': 'token',
  'account.sessions': 'token',
  'account.endSession': 'token',
  'account.endOtherSessions': 'token',
  'preview.thumbnail': 'read',
  'recipient.previewAddress': 'visitor',
  'people.list': 'admin',
  'people.get': 'admin',
  'people.add': 'admin',
  'people.update': 'admin',
  'people.disable': 'admin',
  'people.enable': 'admin',
  'people.remove': 'admin',
  'people.belongings': 'admin',
  'people.invite': 'admin',
  'people.records': 'admin',
  'people.planImport': 'admin',
  'people.import': 'admin',
  'people.export': 'admin',
} satisfies Record<EndpointName, Need>;

/**
 * The permissions that the maker of a link needs for each right that the link passes on: to make the link (GUARD-10) and
 * as long as it gives this right (GUARD-11). A separate list, because it tests the policy. A new right needs a row here
 * and one in link-uses.ts.
 */
export const LINK_NEEDS = {
  view: ['read', 'share'],
  download: ['read', 'share', 'download'],
  edit: ['read', 'share', 'edit'],
  upload: ['read', 'share', 'create'],
} satisfies Record<LinkRight, readonly Ability[]>;

/** The permissions of the file area. */
export const ALL: readonly Ability[] = ['read', 'create', 'edit', 'download', 'share', 'noExp'];

/** The permissions of the test users, derived from their names and not from their permission entries. */
export const RIGHTS: Readonly<Record<TestUser, readonly Ability[]>> = {
  everything: ALL,
  colleague: ALL,
  reader: ['read'],
  creator: ['read', 'create'],
  editor: ['read', 'edit'],
  downloader: ['read', 'download'],
  sharer: ['read', 'share'],
  noVault: [],
  outsider: ALL,
  administrator: ['admin', 'audit'],
  auditor: ['audit'],
};

/** The addresses that are not calls of the contract. Each one is signed, or returns no data. */
export const SIGNED_ADDRESSES = [
  'GET /api/v1/services/file-system/download/ticket/{token}',
  'GET /api/v1/services/file-system/links-export/{token}',
  'GET /api/v1/services/file-system/previews/{token}',
  'GET /api/v1/services/file-system/public/links/{token}/download-ticket/{ticket}',
  'GET /api/v1/services/file-system/public/links/{token}/preview/{signed}',
  'HEAD /api/v1/services/file-system/public/links/{token}/upload/bytes/{visit}/{address}',
  'PATCH /api/v1/services/file-system/public/links/{token}/upload/bytes/{visit}/{address}',
  'PUT /api/v1/services/file-system/public/links/{token}/upload/bytes/{visit}/{address}',
  'HEAD /api/v2/services/file-system/upload/bytes/{address}',
  'PATCH /api/v2/services/file-system/upload/bytes/{address}',
  'PUT /api/v2/services/file-system/upload/bytes/{address}',
  'GET /office/{token}',
  'GET /wopi/files/{fileId}',
  'POST /wopi/files/{fileId}',
  'GET /wopi/files/{fileId}/contents',
  'POST /wopi/files/{fileId}/contents',
] as const;

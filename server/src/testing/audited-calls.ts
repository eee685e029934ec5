import type { AuditAction, EndpointName } from '@vault/contract';

/** Why a call records nothing. */
type Reason =
  /** it only reads what its caller may see anyway: lists, names, sizes, settings */
  | 'reads'
  /** a later call of the same work records it */
  | 'prepares';

/**
 * The actions that each call records in the audit (AUDIT-01), or the reason why it records none. A call of the contract
 * without a row does not compile.
 */
export const AUDITED_CALLS: Readonly<Record<EndpointName, readonly AuditAction[] | Reason>> = {
  'session.signIn': ['session.sign-in'],
  'session.me': 'reads',
  'session.signOut': ['session.sign-out'],
  'session.demoAccounts': 'reads',
  'session.methods': 'reads',
  'session.changePassword': ['session.password-change'],
  'session.continueOfficeWindows': 'prepares',
  'session.records': 'reads',
  'tree.folders': 'reads',
  'files.list': 'reads',
  'files.settings': 'reads',
  'organise.createFolder': ['folder.create'],
  'organise.moveToTrash': ['item.trash'],
  'organise.renameFolder': ['item.rename', 'item.merge'],
  'organise.renameFile': ['item.rename'],
  'organise.mergeFile': ['item.merge'],
  'organise.move': ['item.move'],
  'organise.moveMerging': ['item.move', 'item.merge'],
  'organise.copy': ['item.copy'],
  'organise.copyMerging': ['item.copy', 'item.merge'],
  'organise.mergePlan': 'reads',
  'upload.prepare': ['quota.refuse'],
  'upload.scan': ['scan.refuse', 'quota.refuse'],
  'upload.transfer': ['file.upload', 'folder.create'],
  'download.size': 'reads',
  'download.selection': ['file.download'],
  'download.version': ['file.download'],
  // the first byte of the ticket's address records the download
  'download.ticket': 'prepares',
  'versions.list': 'reads',
  'versions.remove': ['version.remove'],
  'versions.makeCurrent': ['version.current'],
  'versions.receipt': 'reads',
  'history.accessRecords': 'reads',
  'history.recentSearches': 'reads',
  'preview.address': ['file.preview'],
  'preview.office': ['file.preview'],
  'preview.officeOnline': ['office.open'],
  'preview.thumbnail': 'reads',
  'preview.saveText': ['file.save'],
  'trash.list': 'reads',
  'trash.deleters': 'reads',
  'trash.remove': ['item.purge'],
  'trash.restore': ['item.restore', 'item.merge', 'folder.create'],
  'events.stream': 'reads',
  'sharing.shareLink': ['link.create'],
  'sharing.shareByEmail': ['link.create'],
  'sharing.requestLink': ['link.create'],
  'sharing.requestByEmail': ['link.create'],
  'links.list': 'reads',
  'links.exportAddress': ['link.export'],
  'links.update': ['link.change'],
  'links.remove': ['link.end'],
  'recipient.landing': ['link.page'],
  'recipient.sendCode': ['link.code'],
  'recipient.unlock': ['link.open'],
  'recipient.list': 'reads',
  'recipient.downloadSize': 'reads',
  'recipient.download': ['file.download'],
  'recipient.downloadTicket': 'prepares',
  'recipient.preview': ['file.preview'],
  'recipient.previewAddress': 'prepares',
  'recipient.editAddress': ['office.open'],
  'recipient.prepareUpload': ['quota.refuse'],
  'recipient.scanUpload': ['scan.refuse', 'quota.refuse'],
  'recipient.transferUpload': ['file.upload', 'folder.create'],
  'recipient.uploadReceipt': 'reads',
};

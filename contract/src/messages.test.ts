import { describe, expect, it } from 'vitest';
import { MIN_LINK_PASSWORD } from './limits.ts';
import {
  alreadyInList,
  intoSubfolder,
  itemsSelected,
  Messages,
  timesUsed,
  totalItems,
  uploadedSummary,
  uploadFailedSummary,
} from './messages.ts';

describe('the texts match the specification word for word', () => {
  it.each([
    ['MSG-01, E11', Messages.noAccess, 'You do not have access to Document Vault'],
    ['MSG-02', Messages.contactAdmin, 'Please contact site admin.'],
    ['MSG-18, E10', Messages.previewUnsupported, 'Preview is not supported.'],
    [
      'MSG-24',
      Messages.confirmDeleteLink,
      'This will permanently delete the link. Are you sure you want to proceed?',
    ],
    [
      'MSG-35, E2, NAME-02',
      Messages.nameCharacters,
      "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).",
    ],
    ['MSG-36, E1', Messages.nameRequired, 'Please enter the file or folder name.'],
    ['MSG-37, E3, T-16', Messages.folderExists, 'The folder has already existed.'],
    ['MSG-40, P14', Messages.startDateRequired, 'Please enter start date'],
    ['MSG-41, E5', Messages.sameFolder, 'Source and target folder cannot be the same'],
    ['MSG-43, E8', Messages.mailboxInvalid, 'Please enter the correct mailbox'],
    [
      'MSG-44, E7',
      Messages.downloadTooLarge,
      'The maximum number of downloaded files cannot exceed 1000 and the total size cannot exceed 1GB.',
    ],
    ['MSG-46 an empty message', Messages.requestFailed, 'Request Failed'],
    ['MSG-47', Messages.uploadFailed, 'Upload failed, please try again.'],
    ['MSG-48, E12', Messages.fileInfected, 'The file may have security risks and cannot be uploaded.'],
    ['MSG-49', Messages.scanFailed, 'Scan failed, please try again.'],
    ['MSG-52, E4', Messages.notFound, 'File or folder does not exist.'],
    ['MSG-53', Messages.downloadUnsupported, "Your browser doesn't support this download."],
    [
      'MSG-54, E9',
      Messages.previewTooLarge,
      'You cannot preview this file because it exceeds the file size limit.',
    ],
    [
      'MSG-54, E9 of Office files',
      Messages.officeTooLarge,
      'You cannot edit or preview this file because it exceeds the file size limit.',
    ],
    ['MSG-76, DELETE-01', Messages.confirmTrash, 'Are you sure to move the selected items to the trash?'],
    [
      'MSG-77, RENAME-07',
      Messages.mergeFiles,
      'Files with the same name will become versions, and the one with the latest date will be the current version.',
    ],
    ['MSG-78', Messages.mergeAll, 'All items will be merged.'],
  ])('%s the text is as specified', (_, text, given) => {
    expect(text).toBe(given);
  });

  it.each([
    ['MSG-55', Messages.cancelled, 'Cancelled successfully.'],
    ['MSG-56, FOLDER-09', Messages.created, 'Created successfully.'],
    ['MSG-57, DELETE-04', Messages.deleted, 'Deleted successfully.'],
    ['MSG-58', Messages.renamed, 'Renamed successfully.'],
    ['MSG-59', Messages.merged, 'Merged successfully.'],
    ['MSG-60', Messages.downloaded, 'Downloaded successfully.'],
    ['MSG-61', Messages.linkCopied, 'Link copied to clipboard.'],
    ['MSG-62', Messages.passwordCopied, 'Password copied to clipboard.'],
    ['MSG-63', Messages.passwordCopiedSuccessfully, 'Password copied successfully.'],
    ['MSG-64 with a small s', Messages.copiedToClipboard, 'Copied successfully.'],
    ['MSG-65', Messages.versionDownloaded, 'Version downloaded successfully.'],
    ['MSG-66', Messages.versionIdCopied, 'File version copied to clipboard.'],
    ['MSG-67', Messages.versionDeleted, 'Version deleted successfully.'],
    ['MSG-68', Messages.versionMadeCurrent, 'Version made current successfully.'],
    ['MSG-69 with a capital S', Messages.moved, 'Moved Successfully.'],
    ['MSG-70 with a capital S', Messages.copied, 'Copied Successfully.'],
    ['MSG-71', Messages.duplicated, 'Duplicated successfully.'],
    ['MSG-72', Messages.restored, 'Restored successfully.'],
    ['MSG-73', Messages.updated, 'Updated successfully.'],
    ['MSG-74', Messages.linkCreated, 'The sharing link has been successfully created.'],
    ['MSG-75', Messages.linkSent, 'The sharing link has been successfully sent.'],
  ])('success message: %s', (_, text, given) => {
    expect(text).toBe(given);
  });

  it.each([
    ['P1', Messages.signInAgain, 'Please sign in again.'],
    ['P2', Messages.wrongCredentials, 'Incorrect e-mail or password.'],
    ['P3', Messages.folderNameTooLong, 'The name cannot exceed 255 characters.'],
    ['P3 of files', Messages.fileNameTooLong, 'The name cannot exceed 400 characters.'],
    ['P4', Messages.accessTypeRequired, 'Please select who has access.'],
    ['P5', Messages.expiryRequired, 'Please select an expiration date.'],
    ['P6', Messages.expiryOutOfRange, 'The expiration date must be within 30 days from today.'],
    ['P7', Messages.shareMessageTooLong, 'The message cannot exceed 200 characters.'],
    ['P8', Messages.passwordRequired, 'Please enter a password.'],
    [
      'GUARD-20',
      Messages.linkPasswordTooShort,
      `The password must have at least ${MIN_LINK_PASSWORD} characters.`,
    ],
    ['P9', Messages.linkExpired, 'This link has expired.'],
    ['P10', Messages.linkUnavailable, 'This link is no longer available.'],
    ['P11', Messages.wrongPassword, 'Incorrect password.'],
    ['P12', Messages.wrongCode, 'The code is incorrect or has expired.'],
    ['P13', Messages.tooManyAttempts, 'Too many attempts. Please try again later.'],
    ['P15', Messages.onlyVersion, 'The only version cannot be deleted.'],
    ['P16', Messages.invalidRequest, 'Invalid request.'],
  ])('contract section 4: %s', (_, text, given) => {
    expect(text).toBe(given);
  });

  it("MSG-51 the summary says 'has' for one uploaded item and 'have' otherwise", () => {
    expect(uploadedSummary(0, 1)).toBe('0 folder(s) and 1 file(s) has been uploaded.');
    expect(uploadedSummary(1, 0)).toBe('1 folder(s) and 0 file(s) has been uploaded.');
    expect(uploadedSummary(1, 1)).toBe('1 folder(s) and 1 file(s) have been uploaded.');
    expect(uploadedSummary(0, 0)).toBe('0 folder(s) and 0 file(s) have been uploaded.');
  });

  it('MSG-03, MSG-16, MSG-29, MSG-50, FILES-20 texts contain their numbers', () => {
    expect(itemsSelected(3)).toBe('3 item(s) selected');
    expect(timesUsed(12)).toBe('This file has been previewed or downloaded 12 times.');
    expect(totalItems(0)).toBe('Total 0 item(s)');
    expect(uploadFailedSummary(1, 2)).toBe('Failed to upload 1 folder(s) and 2 file(s).');
  });

  it('MSG-38, MSG-39, UPLOAD-35, UPLOAD-36 a name already in the list is reported', () => {
    expect(alreadyInList('File', 'a.txt')).toBe('File a.txt already exists.');
    expect(alreadyInList('Folder', 'A')).toBe('Folder A already exists.');
  });

  it('MSG-42, E6 moving or copying a folder into its subfolder is refused', () => {
    expect(intoSubfolder('copy')).toBe("You can't copy a folder to its subfolder");
    expect(intoSubfolder('move')).toBe("You can't move a folder to its subfolder");
  });
});

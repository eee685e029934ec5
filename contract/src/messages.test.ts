import { describe, expect, it } from 'vitest';
import {
  alreadyInList,
  itemsSelected,
  Messages,
  totalItems,
  uploadedSummary,
  uploadFailedSummary,
} from './messages.ts';

describe('the texts are those of the specification, word for word', () => {
  it.each([
    ['E1', Messages.nameRequired, 'Please enter the file or folder name.'],
    [
      'E2, NAME-02',
      Messages.nameCharacters,
      "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).",
    ],
    ['E3, T-16', Messages.folderExists, 'The folder has already existed.'],
    ['E4', Messages.notFound, 'File or folder does not exist.'],
    [
      'E7',
      Messages.downloadTooLarge,
      'The maximum number of downloaded files cannot exceed 1000 and the total size cannot exceed 1GB.',
    ],
    ['E11', Messages.noAccess, 'You do not have access to Document Vault'],
    ['E12', Messages.fileInfected, 'The file may have security risks and cannot be uploaded.'],
    ['P1', Messages.signInAgain, 'Please sign in again.'],
    ['P2', Messages.wrongCredentials, 'Incorrect e-mail or password.'],
    ['P3', Messages.folderNameTooLong, 'The name cannot exceed 255 characters.'],
    ['P13', Messages.tooManyAttempts, 'Too many attempts. Please try again later.'],
    ['P16', Messages.invalidRequest, 'Invalid request.'],
    ['an empty message', Messages.requestFailed, 'Request Failed'],
    ['DELETE-01', Messages.confirmTrash, 'Are you sure to move the selected items to the trash?'],
    ['FOLDER-09', Messages.created, 'Created successfully.'],
    ['DELETE-04', Messages.deleted, 'Deleted successfully.'],
  ])('%s', (_, text, given) => {
    expect(text).toBe(given);
  });

  it('MSG-51 one uploaded item has, others have been uploaded', () => {
    expect(uploadedSummary(0, 1)).toBe('0 folder(s) and 1 file(s) has been uploaded.');
    expect(uploadedSummary(1, 0)).toBe('1 folder(s) and 0 file(s) has been uploaded.');
    expect(uploadedSummary(1, 1)).toBe('1 folder(s) and 1 file(s) have been uploaded.');
    expect(uploadedSummary(0, 0)).toBe('0 folder(s) and 0 file(s) have been uploaded.');
  });

  it('MSG-50, UPLOAD-35, FILES-20, MSG-29 texts with numbers and names', () => {
    expect(uploadFailedSummary(1, 2)).toBe('Failed to upload 1 folder(s) and 2 file(s).');
    expect(alreadyInList('Folder', 'A')).toBe('Folder A already exists.');
    expect(itemsSelected(3)).toBe('3 item(s) selected');
    expect(totalItems(0)).toBe('Total 0 item(s)');
  });
});

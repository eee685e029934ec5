import { fileCount } from '../count-texts.ts';

export const dropZoneTexts = {
  inputs: { files: 'Files to send', folder: 'Folder to send', photo: 'Photo to send' },
  dropHere: 'Drop files or folders here, or',
  chooseFiles: 'Choose files',
  takePhoto: 'Take a photo',
  chooseFolder: 'Choose folder',
  reading: 'Reading…',
  hint: 'You can add files here. Nobody sees what others have added.',
} as const;

export const giverTexts = {
  label: 'Your name or e-mail address',
  hint: 'It is sent with your files as you typed it. It is not checked.',
} as const;

/** USE-47: the texts about files that are not sent yet, and about the PDF of photos. */
export const pendingFilesTexts = {
  title: (files: number) => `${fileCount(files)} to send`,
  makingPdf: (done: number, total: number) => `Making the PDF: ${done} of ${total} photos`,
  unreadable: 'This browser cannot read these photos. They are sent as files, not in the PDF:',
  combine: (photos: number) => `Combine ${photos} photos into one PDF`,
  pdfName: 'Name of the PDF',
  proposedPdfName: (day: string) => `Photos ${day}`,
  pdfFailed: 'The PDF could not be made. Please try again, or send the photos as they are.',
  send: 'Send',
  discard: 'Discard',
} as const;

export const outcomeTexts = {
  repeated: (files: number) => `${fileCount(files)} given before, nothing new`,
  received: (files: number) => `Thank you, ${fileCount(files)} received`,
  failed: (files: number) => `${fileCount(files)} could not be received`,
  receivedAndFailed: (received: number, failed: number) => `${fileCount(received)} received, ${failed} not`,
  closePage: 'You can close this page now, or add more files.',
  seeBelow: 'The files below tell what went wrong.',
} as const;

export const uploadListTexts = {
  box: 'Your files',
  list: 'Uploads',
  progress: (sent: number, total: number, sentSize: string, totalSize: string) =>
    `${sent} of ${total} sent, ${sentSize} of ${totalSize}`,
  showFiles: 'Show files',
  hideFiles: 'Hide files',
  /** follows one of the two texts above, for screen readers */
  of: (name: string) => `of ${name}`,
  filesOf: (name: string) => `Files of ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
} as const;

export const rejectedFilesTexts = {
  title: 'Not added:',
  rename: 'Upload with allowed names',
  submit: 'Upload with these names',
} as const;

/** The texts about files that were submitted before (USE-15). */
export const submittedTexts = {
  title: 'You have given',
  sizeAndTime: (size: string, time: string) => `${size}, ${time}`,
} as const;

export const receiptTexts = {
  title: 'Receipt',
  show: 'Show receipt',
  loadFailed: 'The receipt could not be loaded.',
  received: (brand: string, name: string) => `${brand} has received these files in ${name}.`,
  copy: 'Copy',
  copied: 'Copied successfully.',
  copyFailed: 'The browser did not let the text be copied.',
  print: 'Print',
  save: 'Save as text',
  fileName: 'Receipt.txt',
  sizeAndTime: (size: string, time: string) => `${size}, received ${time}`,
  sha256: 'SHA-256',
  sha256Title: 'Secure Hash Algorithm 2, 256 bits',
} as const;

/** The lines of the receipt as a text file. */
export const receiptLineTexts = {
  of: (brand: string) => `Receipt of ${brand}`,
  sentTo: (name: string) => `Sent to: ${name}`,
  files: (count: number) => `Files: ${count}`,
  fileName: (name: string) => `File name: ${name}`,
  size: (bytes: number, size: string) => `Size: ${bytes} bytes (${size})`,
  sha256: (hash: string) => `SHA-256: ${hash}`,
  received: (time: string) => `Received: ${time}`,
} as const;

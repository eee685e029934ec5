// The texts of the preview modal. They are loaded with the first preview.

export const previewModalTexts = {
  versionOf: (time: string) => `Version of ${time}`,
  discardTitle: 'Discard changes?',
  discardMessage: 'Your changes have not been saved.',
} as const;

export const previewActionTexts = {
  toolbar: 'File',
  previousFile: 'Previous file',
  previousFileKey: '←',
  nextFile: 'Next file',
  nextFileKey: '→',
  position: 'File of the list',
  edit: 'Edit',
  download: 'Download',
  details: 'Details',
} as const;

export const viewBarTexts = {
  toolbar: 'View',
  withKey: (label: string, key: string) => `${label} (${key})`,
  fit: { width: 'Fit to width', whole: 'Fit to window' },
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
} as const;

export const viewerTexts = {
  label: (name: string) => `Preview of ${name}`,
  loading: 'Loading the preview',
  download: 'Download the file',
  downloadOriginal: 'Download the original',
  imageUnreadable: 'The picture cannot be read.',
  mediaUnplayable: 'This browser cannot play the file. Download it.',
  emptyText: 'This file is empty',
} as const;

export const pdfViewTexts = {
  label: (viewer: string, page: number, pages: number) => `${viewer}, page ${page} of ${pages}`,
  page: 'Page',
  previousPage: 'Previous page',
  previousPageKey: 'Page Up',
  nextPage: 'Next page',
  nextPageKey: 'Page Down',
} as const;

export const textEditorTexts = {
  label: (name: string) => `Text of ${name}`,
  save: 'Save',
  copyMine: 'Copy my text',
  loadNewer: 'Load the newer version',
  newerHint: 'Your text has not been saved. Loading the newer version replaces it.',
} as const;

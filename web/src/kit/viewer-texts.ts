// The texts of previews. They are loaded with the first preview.

export const documentTexts = {
  simplified: 'Simplified view. The original can look different.',
  cut: 'The preview ends here. Download the file to see all of it.',
} as const;

export const pdfTexts = {
  locked: 'The document is protected by a password.',
  slow: 'The document takes too long to be shown.',
  broken: 'The document cannot be read.',
} as const;

export const markdownTexts = { title: 'Preview', image: 'Image' } as const;

export const sheetTexts = {
  tabs: 'Sheets',
  loadingRows: 'Loading all rows…',
  rowsLost: 'Some rows could not be loaded. Open the file again to see them.',
  firstRowsOnly: 'Only the first rows can be shown. Download the file to see all of it.',
  drawings: 'Pictures and charts of this sheet are in the original.',
  empty: 'This sheet is empty.',
} as const;

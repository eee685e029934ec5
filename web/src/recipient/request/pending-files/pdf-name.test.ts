import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { pdfNameOf, proposedPdfName } from './pdf-name.ts';

test('USE-47 the proposed name of the PDF of photos has the date, and can be changed', () => {
  expect(proposedPdfName(new Date(2026, 10, 2, 23, 59))).toBe('Photos 2026-11-02');
  expect(pdfNameOf(' Passport ', 'spec')).toEqual({ name: 'Passport.pdf', problem: null });
  expect(pdfNameOf('Passport.PDF', 'spec')).toEqual({ name: 'Passport.pdf', problem: null });
  expect(pdfNameOf('Zoë', 'unicode').name).toBe('Zoë.pdf');
  for (const typed of ['', ' ', '.pdf']) expect(pdfNameOf(typed, 'spec').problem).toBe(Messages.nameRequired);
  expect(pdfNameOf('Zoë', 'spec').problem).toBe(Messages.nameCharacters);
  expect(pdfNameOf('x'.repeat(400), 'spec').problem).toBe(Messages.fileNameTooLong);
});

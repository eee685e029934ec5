import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument } from 'pdf-lib';
import writeExcelFile from 'write-excel-file/node';

/** The EICAR standard anti-virus test file: harmless, and reported by every scanner. */
export const EICAR = Buffer.from(
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`,
);

const TEXT = 'Thank you for appointing us as your accountants.';

/** Creates real office files of several types. */
export async function createSampleFiles(): Promise<Record<string, Uint8Array>> {
  const ledger = [
    [{ value: 'Paid to' }, { value: 'Amount' }],
    [{ value: 'Office rent' }, { value: 1250 }],
  ];
  return {
    'Engagement letter.pdf': await letterAsPdf(),
    'Engagement letter.docx': await Packer.toBuffer(
      new Document({ sections: [{ children: [new Paragraph(TEXT)] }] }),
    ),
    'Ledger.xlsx': await writeExcelFile(ledger, { sheet: 'March' }).toBuffer(),
    'Notes.txt': Buffer.from('Call the bank.\n'),
  };
}

async function letterAsPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText(TEXT, { x: 60, y: 760, size: 12 });
  return pdf.save();
}

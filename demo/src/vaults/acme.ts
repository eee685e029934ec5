import { addDays, isoDay, isoMonth, monthEnd, wholeMonths } from '../dates.ts';
import { bankExport, bankStatement } from '../papers/bank.ts';
import { employmentContract, lease, supplyAgreement } from '../papers/contracts.ts';
import { supplierInvoice } from '../papers/invoices.ts';
import { engagementLetter, queryLetter, representationLetter } from '../papers/letters.ts';
import { minutes } from '../papers/meetings.ts';
import { callNotes, nightlyLog, readme, settingsExport } from '../papers/notes.ts';
import { companyLogo, receipt, signedScan } from '../papers/pictures.ts';
import { annualAccounts, reviewDeck } from '../papers/reports.ts';
import { agedDebtors, budget, payroll, stockList } from '../papers/sheets.ts';
import { taxReturn, vatWorkings } from '../papers/tax.ts';
import { seededRandom } from '../random.ts';
import type { DemoVault } from './demo-vault.ts';

const INVOICES = 112;

/** The manufacturer: years of accounts, and one folder with more files than the largest page of the list. */
export function fillAcme(vault: DemoVault): void {
  invoices(vault);
  months(vault);
  accountingYears(vault);
  board(vault);
  contracts(vault);
  scans(vault);
  offices(vault);
}

function invoices(vault: DemoVault): void {
  const random = seededRandom('acme invoices');
  const year = vault.base.getUTCFullYear() - 1;
  for (let number = 1; number <= INVOICES; number += 1) {
    const supplier = random.pick(vault.client.suppliers);
    const label = `INV-${year}-${String(number).padStart(4, '0')}`;
    const on = addDays(new Date(Date.UTC(year, 0, 4)), Math.floor((number * 350) / INVOICES));
    const name = `${label} ${supplier.name}.pdf`;
    vault.file({
      path: `Accounts payable/Invoices ${year}`,
      name,
      on,
      paper: supplierInvoice(label, supplier),
    });
  }
}

function months(vault: DemoVault): void {
  for (const [at, month] of wholeMonths(vault.base, 23).entries()) {
    const year = month.getUTCFullYear();
    const end = monthEnd(month);
    const label = isoMonth(month);
    const banking = `Banking/${year}`;
    vault.file({
      path: banking,
      name: `Statement ${label}.pdf`,
      on: addDays(end, 3),
      paper: bankStatement,
    });
    if (at >= 11) {
      const path = `Payroll/${year}`;
      vault.file({ path, name: `Payroll ${label}.xlsx`, on: addDays(end, -2), paper: payroll });
    }
    if (at >= 17)
      vault.file({ path: banking, name: `Export ${label}.csv`, on: addDays(end, 3), paper: bankExport });
    if (month.getUTCMonth() % 3 === 2) {
      const quarter = `${year} Q${(month.getUTCMonth() + 1) / 3}`;
      const on = addDays(end, 18);
      vault.file({
        path: `VAT/${year}`,
        name: `VAT return ${quarter}.xlsx`,
        on,
        paper: vatWorkings(quarter),
      });
    }
  }
}

function accountingYears(vault: DemoVault): void {
  for (const daysAgo of [420, 55]) {
    const done = addDays(vault.base, -daysAgo);
    const year = done.getUTCFullYear() - 1;
    const path = `Annual accounts/${year}`;
    const drafts = [-40, -21, -6].map((days) => addDays(done, days));
    vault.file({ path, name: `Accounts ${year}.docx`, on: drafts, paper: annualAccounts(year) });
    vault.file({ path, name: `Accounts ${year} (signed).pdf`, on: done, paper: annualAccounts(year) });
    vault.file({ path, name: `Tax return ${year}.pdf`, on: addDays(done, 12), paper: taxReturn(year) });
    const letter = `Letter of representation ${year}.docx`;
    vault.file({ path, name: letter, on: addDays(done, -3), paper: representationLetter(year) });
    vault.file({ path, name: `Stock list ${year}.xlsx`, on: addDays(done, -60), paper: stockList });
    vault.file({ path, name: `Aged debtors ${year}.xlsx`, on: addDays(done, -58), paper: agedDebtors });
    const engaged = addDays(done, -180);
    vault.file({ path, name: 'Engagement letter.docx', on: engaged, paper: engagementLetter(year) });
    const lines = [
      'We agree to the terms of your',
      `engagement letter for the year ${year}.`,
      '',
      'For the board',
    ];
    const scan = signedScan(`Engagement letter ${year}, signed`, lines);
    vault.file({ path, name: 'Engagement letter (signed scan).pdf', on: addDays(engaged, 9), paper: scan });
  }
}

function board(vault: DemoVault): void {
  for (const daysAgo of [690, 600, 510, 410, 320, 230, 140, 48]) {
    const day = addDays(vault.base, -daysAgo);
    const path = `Board/${day.getUTCFullYear()}`;
    const on = [day, addDays(day, 6)];
    vault.file({ path, name: `Minutes ${isoDay(day)}.docx`, on, paper: minutes('board', day) });
    if (daysAgo < 350) {
      const deck = reviewDeck('Board pack', `Meeting of ${isoDay(day)}`);
      vault.file({ path, name: `Board pack ${isoDay(day)}.pptx`, on: addDays(day, -4), paper: deck });
    }
  }
  const next = vault.base.getUTCFullYear() + 1;
  vault.folder(`Board/${next} (planned)`, addDays(vault.base, -20));
  const on = [75, 61, 44, 12].map((daysAgo) => addDays(vault.base, -daysAgo));
  vault.file({ path: 'Board', name: `Budget ${next}.xlsx`, on, paper: budget });
}

function contracts(vault: DemoVault): void {
  const { client, base } = vault;
  for (const [at, { name: supplier }] of client.suppliers.entries()) {
    const on = addDays(base, -620 + at * 41);
    vault.file({
      path: 'Contracts/Suppliers',
      name: `${supplier}.docx`,
      on,
      paper: supplyAgreement(supplier),
    });
  }
  for (const [at, person] of client.staff.entries()) {
    const on = addDays(base, -700 + at * 88);
    vault.file({ path: 'Contracts/Staff', name: `${person}.docx`, on, paper: employmentContract(person) });
  }
  vault.file({ path: 'Contracts', name: 'Lease Foundry Lane.pdf', on: addDays(base, -580), paper: lease });
}

function scans(vault: DemoVault): void {
  const formats = ['jpg', 'png', 'jpg', 'bmp', 'jpeg', 'png', 'jpg', 'gif', 'jpg', 'png'];
  for (const [at, format] of formats.entries()) {
    const on = addDays(vault.base, -118 + at * 11);
    const name = `Receipt ${isoDay(on)}.${format}`;
    vault.file({ path: 'Accounts payable/Receipts to be booked', name, on, paper: receipt });
  }
}

function offices(vault: DemoVault): void {
  const day = (daysAgo: number): Date => addDays(vault.base, -daysAgo);
  for (const daysAgo of [388, 204, 97, 33, 8]) {
    const stamp = isoDay(day(daysAgo));
    vault.file({
      path: 'Correspondence',
      name: `Questions ${stamp}.docx`,
      on: day(daysAgo),
      paper: queryLetter,
    });
    vault.file({
      path: 'Correspondence',
      name: `Call notes ${stamp}.txt`,
      on: day(daysAgo - 1),
      paper: callNotes,
    });
  }
  const path = 'Bookkeeping system';
  for (const daysAgo of [5, 4, 3]) {
    const on = day(daysAgo);
    vault.file({ path: `${path}/Logs`, name: `sync-${isoDay(on)}.log`, on, paper: nightlyLog });
  }
  vault.file({ path, name: 'settings.json', on: [day(300), day(90)], paper: settingsExport });
  const rules = [
    'One folder per year, one file per month',
    'Scans as PDF where possible, 150 dots per inch',
    'Do not rename what the accountants have booked',
  ];
  vault.file({ path, name: 'README.md', on: day(640), paper: readme('How we file', rules) });
  for (const format of ['png', 'gif']) {
    vault.file({ path: 'Marketing', name: `Acme sign.${format}`, on: day(500), paper: companyLogo });
  }
  const deck = reviewDeck('Fastenings that hold', 'What we make and for whom');
  vault.file({ path: 'Marketing', name: 'Company profile.pptx', on: [day(400), day(120)], paper: deck });
}

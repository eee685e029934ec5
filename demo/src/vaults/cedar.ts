import { addDays, isoDay, isoMonth, monthEnd, wholeMonths } from '../dates.ts';
import { lease } from '../papers/contracts.ts';
import { medicalInvoice } from '../papers/invoices.ts';
import { engagementLetter } from '../papers/letters.ts';
import { minutes } from '../papers/meetings.ts';
import { callNotes, readme } from '../papers/notes.ts';
import { companyLogo, plan, roomPhoto, signedScan } from '../papers/pictures.ts';
import { annualAccounts, procedure, reviewDeck } from '../papers/reports.ts';
import { budget, payroll } from '../papers/sheets.ts';
import { seededRandom } from '../random.ts';
import type { DemoVault } from './demo-vault.ts';

/** The clinic: invoices for treatments, procedures with several editions, rooms and their plans. */
export function fillCedar(vault: DemoVault): void {
  invoices(vault);
  procedures(vault);
  premises(vault);
  management(vault);
}

function invoices(vault: DemoVault): void {
  const random = seededRandom('cedar patients');
  for (let number = 1; number <= 24; number += 1) {
    const on = addDays(vault.base, -700 + number * 28);
    const label = `CC-${on.getUTCFullYear()}-${String(number).padStart(3, '0')}`;
    const paper = medicalInvoice(label, `P${random.int(10_000, 99_999)}`);
    vault.file({ path: `Invoices/${on.getUTCFullYear()}`, name: `Invoice ${label}.pdf`, on, paper });
  }
}

const PROCEDURES: [string, string[]][] = [
  [
    'Hygiene plan',
    [
      'Wash and disinfect hands before and after each patient',
      'Wipe couch and handles between sessions',
      'Change the sharps box at three quarters',
      'Sign the sheet at the door each evening',
    ],
  ],
  [
    'Keeping of records',
    [
      'File each letter in the vault on the day it comes',
      'Name files by date and sender, never by patient',
      'Keep records for ten years',
      'Shred paper only after a second person has checked the scan',
    ],
  ],
  [
    'Emergency in the practice',
    [
      'Call for help and note the time',
      'One person stays with the patient',
      'Fetch bag and defibrillator from the corridor',
      'Send somebody to the door for the ambulance',
    ],
  ],
  [
    'Complaints',
    [
      'Thank the person and write down what is said',
      'Answer within five working days',
      'Discuss it in the next practice meeting',
    ],
  ],
];

function procedures(vault: DemoVault): void {
  for (const [at, [title, steps]] of PROCEDURES.entries()) {
    const on = [640, 380, 45].slice(at % 2).map((daysAgo) => addDays(vault.base, -daysAgo - at * 3));
    vault.file({ path: 'Procedures', name: `${title}.docx`, on, paper: procedure(title, steps) });
  }
  for (let meeting = 0; meeting < 6; meeting += 1) {
    const on = addDays(vault.base, -300 + meeting * 56);
    vault.file({
      path: 'Practice meetings',
      name: `${isoDay(on)} minutes.docx`,
      on,
      paper: minutes('practice', on),
    });
  }
}

function premises(vault: DemoVault): void {
  const day = (daysAgo: number): Date => addDays(vault.base, -daysAgo);
  const rooms = ['Reception', 'Waiting', 'Room 1', 'Room 2', 'Physio', 'Lab', 'Staff'];
  vault.file({ path: 'Premises', name: 'Lease Larch Avenue.pdf', on: day(690), paper: lease });
  vault.file({ path: 'Premises', name: 'Floor plan.png', on: day(688), paper: plan('Practice', rooms) });
  for (const [at, room] of ['Room 1', 'Room 2', 'Physio'].entries()) {
    const paper = roomPhoto({ upright: at === 1 });
    vault.file({ path: 'Premises/Photos', name: `${room}.jpg`, on: day(150 - at), paper });
  }
  vault.file({ path: 'Premises', name: 'Door sign.gif', on: day(610), paper: companyLogo });
}

function management(vault: DemoVault): void {
  const { base } = vault;
  const day = (daysAgo: number): Date => addDays(base, -daysAgo);
  for (const month of wholeMonths(base, 6)) {
    vault.file({
      path: 'Payroll',
      name: `${isoMonth(month)}.xlsx`,
      on: addDays(monthEnd(month), -1),
      paper: payroll,
    });
  }
  const year = day(50).getUTCFullYear() - 1;
  vault.file({
    path: 'Accounts',
    name: `Accounts ${year}.pdf`,
    on: [day(72), day(50)],
    paper: annualAccounts(year),
  });
  vault.file({ path: 'Accounts', name: 'Budget.xlsx', on: day(110), paper: budget });
  vault.file({
    path: 'Accounts',
    name: 'Engagement letter.docx',
    on: day(400),
    paper: engagementLetter(year),
  });
  const agreed = signedScan('Agreement', ['We agree to the fees proposed', 'for the coming year.']);
  vault.file({ path: 'Accounts', name: 'Agreement on fees (scan).pdf', on: day(392), paper: agreed });
  const deck = reviewDeck('Cedar Clinic', 'Our year in figures');
  vault.file({ path: 'Accounts', name: 'Team afternoon.pptx', on: day(36), paper: deck });
  for (const daysAgo of [280, 130, 15]) {
    vault.file({
      path: 'Notes',
      name: `Call ${isoDay(day(daysAgo))}.txt`,
      on: day(daysAgo),
      paper: callNotes,
    });
  }
  const rules = [
    'No names of patients in file names',
    'Letters are filed on the day they come',
    'Ask reception before you delete',
  ];
  vault.file({ path: '', name: 'README.md', on: day(695), paper: readme('Filing at Cedar Clinic', rules) });
}

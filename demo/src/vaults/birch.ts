import { addDays, isoDay } from '../dates.ts';
import { bankStatement } from '../papers/bank.ts';
import { subcontract } from '../papers/contracts.ts';
import { salesInvoice } from '../papers/invoices.ts';
import { engagementLetter, queryLetter } from '../papers/letters.ts';
import { minutes } from '../papers/meetings.ts';
import { callNotes, readme } from '../papers/notes.ts';
import { plan, receipt, roomPhoto, signedScan, sitePhoto } from '../papers/pictures.ts';
import { inspection, reviewDeck } from '../papers/reports.ts';
import { costPlan, timesheet } from '../papers/sheets.ts';
import type { DemoVault } from './demo-vault.ts';

const TERRACE = 'Projects/Millbrook Terrace';
/** Eight folders deep, so that the path bar collapses (BREADCRUMB-02). */
const FLOOR = `${TERRACE}/02 Construction/Phase 1/Block A/Floor 2`;
const LONG_FOLDER =
  'Correspondence with the planning department about the access road, the drainage and the retaining wall along the northern boundary (complete file as handed over at the site visit)';

/** The builder: projects in deep folders, photos from site, and names that are too long for any column. */
export function fillBirch(vault: DemoVault): void {
  planning(vault);
  construction(vault);
  longNames(vault);
  kiosk(vault);
  office(vault);
}

function planning(vault: DemoVault): void {
  const path = `${TERRACE}/01 Planning`;
  const day = (daysAgo: number): Date => addDays(vault.base, -daysAgo);
  const rooms = ['Living', 'Kitchen', 'Bedroom 1', 'Bath', 'Bedroom 2', 'Store', 'Stairs'];
  for (const [at, level] of ['Ground floor', 'First floor', 'Second floor'].entries()) {
    const on = [day(660 - at), day(610 - at)];
    vault.file({
      path: `${path}/Drawings`,
      name: `A-10${at} ${level}.png`,
      on,
      paper: plan(level, rooms.slice(at % 2)),
    });
  }
  vault.file({
    path: `${path}/Drawings`,
    name: 'A-200 Plant room.bmp',
    on: day(590),
    paper: plan('Plant room', ['Boiler', 'Meters', 'Pumps']),
  });
  vault.file({
    path,
    name: 'Cost plan.xlsx',
    on: [day(650), day(480), day(300), day(60)],
    paper: costPlan,
  });
  vault.file({
    path,
    name: 'Kick-off.pptx',
    on: day(640),
    paper: reviewDeck('Millbrook Terrace', 'Kick-off with the client'),
  });
}

function construction(vault: DemoVault): void {
  const day = (daysAgo: number): Date => addDays(vault.base, -daysAgo);
  for (const [at, daysAgo] of [90, 76, 62, 48, 34, 20].entries()) {
    const name = `Inspection ${isoDay(day(daysAgo))}.pdf`;
    const paper = inspection(`Block A, floor 2, flat ${at + 1}`);
    vault.file({ path: `${FLOOR}/Inspections/Reports`, name, on: day(daysAgo), paper });
  }
  for (let shot = 1; shot <= 8; shot += 1) {
    const upright = shot % 4 === 0;
    const name = `IMG-${2040 + shot * 3}.jpg`;
    const paper = shot < 6 ? sitePhoto(shot < 3 ? 'shell' : 'scaffold', upright) : roomPhoto({ bare: true });
    vault.file({ path: `${FLOOR}/Photos`, name, on: day(95 - shot * 9), paper });
  }
  for (let meeting = 0; meeting < 9; meeting += 1) {
    const on = day(260 - meeting * 28);
    const path = `${TERRACE}/02 Construction/Site meetings`;
    vault.file({
      path,
      name: `Site meeting ${String(meeting + 1).padStart(2, '0')} ${isoDay(on)}.docx`,
      on,
      paper: minutes('site', on),
    });
  }
  const review = reviewDeck('Millbrook Terrace', 'Progress of phase 1');
  vault.file({
    path: `${TERRACE}/02 Construction`,
    name: 'Progress review.pptx',
    on: [day(130), day(40)],
    paper: review,
  });
  vault.folder(`${TERRACE}/03 Handover`, day(30));
}

function longNames(vault: DemoVault): void {
  const path = `${TERRACE}/${LONG_FOLDER}`;
  const long = [
    'Reply of the highways officer to our second letter about the width of the access road, the passing place and the turning circle for delivery vehicles - with our remarks and those of the engineer.docx',
    'Drainage along the northern boundary, statement of the owner of the neighbouring field as taken down at the site visit and read back to him, with two later additions in the margin.txt',
    'Retaining wall - comparison of three ways to build it (gabions, reinforced earth, concrete L-units), with price, time and what each of them means for the trees that have to stay.md',
  ];
  for (const [at, name] of long.entries()) {
    const on = addDays(vault.base, -210 + at * 13);
    vault.file({ path, name, on, paper: at === 0 ? queryLetter : callNotes });
  }
}

function kiosk(vault: DemoVault): void {
  const path = "Projects/Harbour kiosk (client's own design)";
  const day = (daysAgo: number): Date => addDays(vault.base, -daysAgo);
  for (let shot = 1; shot <= 6; shot += 1) {
    const finished = sitePhoto('finished', shot === 2);
    const paper = shot < 5 ? finished : roomPhoto({ upright: shot === 6 });
    vault.file({ path: `${path}/Photos`, name: `Handover ${shot}.jpeg`, on: day(340 - shot), paper });
  }
  vault.file({
    path,
    name: 'Floor plan.png',
    on: day(520),
    paper: plan('Kiosk', ['Counter', 'Store', 'Cold room', 'Staff']),
  });
  const signed = signedScan('Acceptance', [
    'The work was accepted without',
    'defects on the day of handover.',
  ]);
  vault.file({ path, name: 'Acceptance (signed).pdf', on: day(330), paper: signed });
}

function office(vault: DemoVault): void {
  const { client, base } = vault;
  const day = (daysAgo: number): Date => addDays(base, -daysAgo);
  const trades = ['Groundworks', 'Roofing', 'Electrical', 'Plumbing', 'Plastering'];
  for (const [at, trade] of trades.entries()) {
    const other = client.suppliers[at]?.name ?? 'Bexmoor Tool Hire';
    const on = [day(460 - at * 20), day(450 - at * 20)];
    vault.file({
      path: 'Subcontracts',
      name: `Subcontract ${trade}.docx`,
      on,
      paper: subcontract(trade, other),
    });
  }
  for (let week = 1; week <= 8; week += 1) {
    const on = day(week * 7);
    vault.file({
      path: 'Timesheets',
      name: `Week to ${isoDay(on)}.${week > 5 ? 'csv' : 'xlsx'}`,
      on,
      paper: timesheet,
    });
  }
  for (let number = 1; number <= 6; number += 1) {
    const customer = client.customers[number % client.customers.length] ?? client.name;
    const label = `B-${String(310 + number)}`;
    vault.file({
      path: 'Invoices sent',
      name: `${label} ${customer}.pdf`,
      on: day(number * 61),
      paper: salesInvoice(label, customer),
    });
    vault.file({
      path: 'Bank',
      name: `Statement ${number}.pdf`,
      on: day(number * 31),
      paper: bankStatement,
    });
  }
  for (let slip = 1; slip <= 4; slip += 1) {
    vault.file({
      path: 'Receipts',
      name: `Fuel & parking #${slip}.jpg`,
      on: day(slip * 17),
      paper: receipt,
    });
  }
  const year = base.getUTCFullYear();
  vault.file({
    path: '',
    name: `Engagement letter ${year}.pdf`,
    on: day(200),
    paper: engagementLetter(year),
  });
  const rules = [
    'Photos go into the folder of the floor',
    'Reports as PDF, signed ones as scans',
    'Nothing is deleted before handover + 6 years',
  ];
  vault.file({
    path: '',
    name: 'Read me first.md',
    on: day(700),
    paper: readme('Birch & Sons: our folders', rules),
  });
}

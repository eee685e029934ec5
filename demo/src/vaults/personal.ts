import { addDays, isoDay } from '../dates.ts';
import { employmentContract } from '../papers/contracts.ts';
import { callNotes } from '../papers/notes.ts';
import { receipt } from '../papers/pictures.ts';
import { timesheet } from '../papers/sheets.ts';
import { ACME, FIRM } from '../parties.ts';
import type { Client } from '../parties.ts';
import type { DemoVault, Person } from './demo-vault.ts';

/** A user's own vault: its papers are those of the firm. */
export function ownVaultOf({ id, name }: Person): Client {
  return {
    ...FIRM,
    recordId: id,
    staff: [name],
    suppliers: ACME.suppliers,
    customers: ['Acme Ltd', 'Birch & Sons', 'Cedar Clinic'],
  };
}

/** A user's own vault: a contract, expenses, hours and notes. */
export function fillPersonal(vault: DemoVault): void {
  const [name = 'me'] = vault.client.staff;
  const day = (daysAgo: number): Date => addDays(vault.base, -daysAgo);
  vault.file({ path: 'Work', name: 'Contract.pdf', on: day(620), paper: employmentContract(name) });
  vault.file({ path: 'Work/Hours', name: `Week to ${isoDay(day(7))}.xlsx`, on: day(7), paper: timesheet });
  vault.file({ path: 'Expenses', name: `Lunch ${isoDay(day(25))}.jpg`, on: day(25), paper: receipt });
  vault.file({ path: 'Expenses', name: `Train ${isoDay(day(11))}.png`, on: day(11), paper: receipt });
  vault.file({ path: '', name: 'Notes.txt', on: [day(90), day(2)], paper: callNotes });
}

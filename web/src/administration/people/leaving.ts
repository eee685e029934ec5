import type { Person } from '@vault/contract';

/** A person who is to be disabled or removed. */
export interface Leaving {
  action: 'disable' | 'remove';
  person: Person;
}

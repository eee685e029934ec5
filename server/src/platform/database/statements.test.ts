import { expect, it } from 'vitest';
import { PLANNED_FOR_VALUES, StatementNames } from './statements.ts';

it('SPEED-01 a statement that is planned for its values gets no name, another one from its third use', () => {
  const names = new StatementNames();
  const uses = (text: string) => Array.from({ length: 4 }, () => names.nameOf(text) !== null);

  expect(uses('select $1')).toEqual([false, false, true, true]);
  expect(uses(`\n  ${PLANNED_FOR_VALUES} select $1`)).toEqual([false, false, false, false]);
});

import { expect, test } from 'vitest';
import { giverProblem, MAX_GIVER, normalizeGiver } from './giver.ts';
import { Messages } from './messages.ts';

test.each([
  'Zoe',
  'Zoë Meier-Roth',
  '王小明',
  "O'Hara, Ann (Berg & Co.)",
  'می\u200Cخواهم',
  'zoe@example.test',
])('USE-47 %j is accepted as the name or address of a giver', (name) => {
  expect(giverProblem(normalizeGiver(`  ${name}\t`))).toBeNull();
  expect(normalizeGiver(`  ${name}\t`)).toBe(name);
});

test.each([
  ['', Messages.giverRequired],
  [' \u00A0\n', Messages.giverRequired],
  ['x'.repeat(MAX_GIVER + 1), Messages.giverTooLong],
  ['a\0b', Messages.giverUnreadable],
  ['abc\u202Etxt', Messages.giverUnreadable],
  ['a\uD800b', Messages.giverUnreadable],
  ['---', Messages.giverUnreadable],
  ['zoe@', Messages.giverEmail],
  ['zoe@example', Messages.giverEmail],
  ['Zoe <zoe@example.test>', Messages.giverEmail],
])('USE-47 %j is refused with the reason', (typed, problem) => {
  expect(giverProblem(normalizeGiver(typed))).toBe(problem);
});

test('USE-47 repeated blanks become one, and a name of the maximum length is accepted', () => {
  expect(normalizeGiver('Zoe \n  Meier')).toBe('Zoe Meier');
  expect(giverProblem('x'.repeat(MAX_GIVER))).toBeNull();
});

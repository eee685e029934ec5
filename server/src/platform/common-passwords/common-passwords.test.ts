import { expect, it } from 'vitest';
import { commonAmong } from './index.ts';

it.each([
  'password1234',
  'PassWord1234',
  '123456789012',
  'qwertyuiop123',
  'unbelievable',
  'aaaaaaaaaaaa',
  'passwordpassword',
])('GUARD-20 %s is one of the most used passwords', async (password) => {
  expect(await commonAmong([password])).toEqual(new Set([password]));
});

it.each(['correct horse battery staple', 'seven green bottles', 'password1234 ', '', 'p', 'x'.repeat(400)])(
  'GUARD-20 %j is not one of the most used passwords of the list',
  async (password) => {
    expect(await commonAmong([password, `${password}\n`])).toEqual(new Set());
  },
);

it('GUARD-20 several passwords are looked up at once, each in its own spelling', async () => {
  const given = ['PASSWORD1234', 'seven green bottles', 'password1234'];
  expect(await commonAmong(given)).toEqual(new Set(['PASSWORD1234', 'password1234']));
});

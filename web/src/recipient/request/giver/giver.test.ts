import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { createGiver } from './giver.ts';

function deviceWith(name?: string) {
  const kept = new Map(name === undefined ? [] : [['vault.givenAs', name]]);
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept), kept };
}

test('USE-47 a submission needs a valid name, which the device remembers', () => {
  const device = deviceWith();
  const giver = createGiver(device);
  giver.setAsked(true);
  expect(giver.confirm()).toBe(false);
  expect(giver.store.getState().problem).toEqual({ text: Messages.giverRequired });
  giver.type('  Zoe  Meier ');
  expect(giver.store.getState().problem).toBeNull();
  expect(giver.confirm()).toBe(true);
  expect(giver.name()).toBe('Zoe Meier');
  expect(device.kept.get('vault.givenAs')).toBe('Zoe Meier');
  const next = createGiver(device);
  next.setAsked(true);
  expect(next.store.getState().typed).toBe('Zoe Meier');
  expect(next.confirm()).toBe(true);
});

test('USE-47 running uploads use the last valid name while the visitor types another name', () => {
  const giver = createGiver(deviceWith());
  giver.setAsked(true);
  giver.type('zoe@example.test');
  giver.confirm();
  giver.type('zoe@');
  expect(giver.name()).toBe('zoe@example.test');
  expect(giver.confirm()).toBe(false);
  expect(giver.store.getState().problem).toEqual({ text: Messages.giverEmail });
});

test('USE-47 a remembered name is sent only when the link asks or the server requires a name', () => {
  const giver = createGiver(deviceWith('Zoe'));
  expect(giver.confirm()).toBe(true);
  expect(giver.name()).toBeUndefined();
  giver.refuse(Messages.giverRequired);
  expect(giver.store.getState()).toMatchObject({ isAsked: true, typed: 'Zoe' });
  expect(giver.name()).toBe('Zoe');
});

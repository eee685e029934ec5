import { expect, test } from 'vitest';
import { anySignal } from './any-signal.ts';

test('the signal is aborted with the first of the others, with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const either = anySignal([one.signal, other.signal]);
  expect(either.aborted).toBe(false);
  other.abort('second');
  one.abort('first');
  expect(either.reason).toBe('second');
});

test('the signal is aborted at once beside an aborted one', () => {
  expect(anySignal([new AbortController().signal, AbortSignal.abort('before')]).reason).toBe('before');
});

import { expect, test } from 'vitest';
import { SessionGate } from './session-gate.ts';
import { onTokenChange, setToken } from './token.ts';

test('USE-03 AUTH-03 after a token listener abandons the session, the screens see an open gate', async () => {
  setToken('token');
  const gate = new SessionGate();
  const stop = onTokenChange(() => gate.abandon());
  gate.close();
  stop();
  expect(gate.isClosed()).toBe(false);
  expect(gate.state.getState().isClosed).toBe(false);
  await expect(gate.untilOpen()).resolves.toBe(true);
});

test('USE-03 the screens see a closed gate until the gate opens', () => {
  setToken('token');
  const gate = new SessionGate();
  gate.close();
  expect(gate.state.getState().isClosed).toBe(true);
  expect(gate.open()).toBe('token');
  expect(gate.state.getState().isClosed).toBe(false);
});

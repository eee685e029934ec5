import { setTimeout as sleep } from 'node:timers/promises';
import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type ActorContext, commandContext, currentContext, identifyActor, runAs } from './index.ts';

const requestContext = (requestId: string): ActorContext => ({
  actor: { kind: 'anonymous' },
  requestId,
  clientAddress: '192.0.2.1',
  userAgent: 'test',
});
const person = (id: string) => ({ kind: 'person' as const, id, name: id, email: `${id}@example.test` });

describe('AUDIT-01 the actor of the running work', () => {
  it('work without a context is of the system', () => {
    expect(currentContext()).toEqual({
      actor: { kind: 'system' },
      requestId: null,
      clientAddress: null,
      userAgent: null,
    });
  });

  it('a request keeps its own actor beside others that run at the same time', async () => {
    const seen = await Promise.all(
      ['one', 'two'].map((id) =>
        runAs(requestContext(id), async () => {
          await sleep(1);
          identifyActor(person(id));
          await sleep(1);
          return currentContext();
        }),
      ),
    );
    expect(seen).toEqual(['one', 'two'].map((id) => ({ ...requestContext(id), actor: person(id) })));
  });

  it('a context that was taken before does not change', () => {
    runAs(requestContext('one'), () => {
      const taken = currentContext();
      identifyActor(person('one'));
      expect(taken.actor).toEqual({ kind: 'anonymous' });
    });
  });

  it('a caller cannot be identified outside of a request', () => {
    expect(() => identifyActor(person('one'))).toThrow('needs the context of a request');
  });

  it('a command has the user of the operating system', () => {
    expect(commandContext().actor).toEqual({ kind: 'command', user: userInfo().username });
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Change, ChangeSet } from './change.ts';
import { changesOf, messagesOf } from './messages.ts';
import { RecentChanges } from './recent.ts';
import { EventStream } from './stream.ts';

const RECORD = 'rec000000000000001';
const folder = (n: number) => `fld${String(n).padStart(15, '0')}`;
const change = (over: Partial<Change> = {}): Change => ({
  recordId: RECORD,
  type: 'list',
  folderId: null,
  clientId: null,
  ...over,
});

describe('C56 waiting changes', () => {
  it('equal changes are kept only once', () => {
    const set = new ChangeSet();
    for (let n = 0; n < 10; n += 1) set.add(change({ folderId: folder(n % 2) }));
    set.add(change({ type: 'tree' }));
    expect(set.take()).toEqual([
      change({ folderId: folder(0) }),
      change({ folderId: folder(1) }),
      change({ type: 'tree' }),
    ]);
    expect(set.isEmpty).toBe(true);
  });

  it('changes of many folders become one change of any folder', () => {
    const set = new ChangeSet();
    for (let n = 0; n < 100_000; n += 1) set.add(change({ folderId: folder(n) }));
    expect(set.take()).toEqual([change()]);
  });

  it('changes of two pages have no client id, so that both receive them', () => {
    const set = new ChangeSet();
    set.add(change({ folderId: folder(1), clientId: 'page-0001' }));
    set.add(change({ folderId: folder(1), clientId: 'page-0002' }));
    set.add(change({ folderId: folder(2), clientId: 'page-0001' }));
    set.add(change({ type: 'links', clientId: 'page-0001' }));
    set.add(change({ type: 'links', clientId: null }));
    expect(set.take()).toEqual([
      change({ folderId: folder(1) }),
      change({ folderId: folder(2), clientId: 'page-0001' }),
      change({ type: 'links' }),
    ]);
  });
});

describe('C56 messages between the processes', () => {
  it('messages fit into a NOTIFY of PostgreSQL and contain everything', () => {
    const changes = Array.from({ length: 1000 }, (_, n) =>
      change({ folderId: folder(n), clientId: 'x'.repeat(64) }),
    );
    const messages = messagesOf(changes);
    expect(Math.max(...messages.map((message) => Buffer.byteLength(message)))).toBeLessThan(8000);
    expect(messages.flatMap((message) => changesOf(message))).toEqual(changes);
    expect(messagesOf([])).toEqual([]);
  });

  it('messages of an unknown form are detected', () => {
    for (const text of ['', '{}', '[[1]]', '[["short","list",null,null]]'])
      expect(changesOf(text)).toBeNull();
  });
});

describe('C56 recent changes', () => {
  it('recent changes are unknown for the time before listening and after a gap', () => {
    const recent = new RecentChanges();
    expect(recent.of(RECORD, 50_000)).toBeNull();
    recent.begin(50_000);
    expect(recent.of(RECORD, 49_999)).toBeNull();
    expect(recent.of(RECORD, 50_000)).toEqual([]);
    recent.end();
    expect(recent.of(RECORD, 70_000)).toBeNull();
  });

  it('recent changes are returned for the requested record, for ten seconds', () => {
    const recent = new RecentChanges();
    recent.begin(0);
    recent.add(change({ type: 'tree' }), 20_000);
    recent.add(change({ type: 'links', recordId: 'rec000000000000002' }), 21_000);
    expect(recent.of(RECORD, 20_000)).toEqual([change({ type: 'tree' })]);
    expect(recent.of(RECORD, 20_001)).toEqual([]);
    recent.add(change({ type: 'links' }), 40_000);
    expect(recent.of(RECORD, 20_000)).toEqual([change({ type: 'links' })]);
  });

  it('recent changes are dropped when there are too many', () => {
    const recent = new RecentChanges();
    recent.begin(0);
    for (let n = 0; n < 100_000; n += 1) recent.add(change({ folderId: folder(n) }), 20_000);
    expect(recent.of(RECORD, 20_000)).toBeNull();
  });
});

describe('C56 a stream', () => {
  const textOf = async (stream: EventStream) => Buffer.concat(await stream.toArray()).toString();
  const opened = () =>
    new EventStream({
      userId: 'usr000000000000001',
      token: 't',
      recordId: RECORD,
      clientId: 'page-0001',
      destroyReply: () => undefined,
    });

  it('a stream sends changes immediately in the format of server-sent events', async () => {
    const stream = opened();
    stream.add(change({ folderId: folder(1) }));
    stream.add(change({ type: 'trash', clientId: 'page-0001' }));
    stream.end();
    expect(await textOf(stream)).toBe(
      `retry: 3000\n\ndata: {"type":"list","parentFolderSfid":"${folder(1)}"}\n\n`,
    );
  });

  it('a stream that has sent all changes says so at its end', async () => {
    const stream = opened();
    stream.add(change({ type: 'tree' }));
    stream.end({ isComplete: true });
    expect(await textOf(stream)).toBe('retry: 3000\n\ndata: {"type":"tree"}\n\n: end\n\n');
  });

  it('a stream of a client that does not read needs bounded memory', () => {
    const stream = opened();
    for (let n = 0; n < 200_000; n += 1)
      stream.add(change({ folderId: folder(n), type: n % 2 ? 'list' : 'trash' }));
    expect(stream.readableLength).toBeLessThan(16_384);
    stream.destroy();
  });

  it('a stream sends keep-alive comments and closes when the client does not read for a minute', async () => {
    const read = opened();
    const texts: string[] = [];
    read.on('data', (bytes: Buffer) => texts.push(bytes.toString()));
    const stuck = opened();
    await nextTurn();
    for (let now = 0; now <= 200_000; now += 20_000) {
      // This stream is not read, so its buffer stays full.
      for (let n = 0; n < 50; n += 1) stuck.add(change({ folderId: folder(n) }));
      read.beat(now);
      stuck.beat(now);
      await nextTurn();
    }
    expect(texts.filter((text) => text.startsWith(': '))).toHaveLength(11);
    expect(stuck.destroyed).toBe(true);
    expect(read.destroyed).toBe(false);
    read.destroy();
  });
});

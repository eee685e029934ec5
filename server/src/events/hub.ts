import { EVENT_TYPES, STREAM_BEAT_MS } from '@vault/contract';
import { type Authenticate, Errors } from '../http/index.ts';
import type { Database, Listening, Log } from '../platform/database/index.ts';
import type { Change } from './change.ts';
import { changesOf } from './messages.ts';
import { CHANNEL } from './queries.ts';
import { RecentChanges } from './recent.ts';
import { EventStream, type StreamOwner } from './stream.ts';

export interface HubParts {
  database: Database;
  log: Log;
  authenticate: Authenticate;
}

/** A page has one stream, a person some pages; a hundred of them are a program that has lost its way. */
const MAX_STREAMS_PER_USER = 20;
/** How soon a stream notices that its session or the right to its record has gone. */
const CHECK_EVERY_MS = 3_000;

/** The open streams of this process, and what they are told. */
export class Hub {
  readonly #parts: HubParts;
  readonly #byRecord = new Map<string, Set<EventStream>>();
  readonly #recent = new RecentChanges();
  readonly #timers: NodeJS.Timeout[] = [];
  #listening: Listening | null = null;
  #isChecking = false;
  #isClosed = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  /** Begins to hear what changes. Done by the first stream, if nobody did it before. */
  listen(): void {
    if (this.#listening !== null || this.#isClosed) return;
    this.#listening = this.#parts.database.listen({
      channel: CHANNEL,
      onMessage: (text) => this.#hear(text),
      onBegin: () => this.#beginAnew(),
      onLost: () => this.#recent.end(),
    });
    const every = (ms: number, act: () => void) => this.#timers.push(setInterval(act, ms).unref());
    every(STREAM_BEAT_MS, () => this.#streams().forEach((stream) => stream.beat(Date.now())));
    every(CHECK_EVERY_MS, () => void this.#check());
  }

  /**
   * Opens a stream. It begins with what changed in the last `missedMs`, or with everything when that is not known. The former
   * stream of the same page ends.
   * @throws P13 for somebody with too many streams
   */
  open(owner: StreamOwner, missedMs: number): EventStream {
    this.listen();
    const own = this.#streams().filter((stream) => stream.owner.userId === owner.userId);
    const former = own.find(({ owner: { clientId } }) => clientId !== null && clientId === owner.clientId);
    former?.end();
    if (own.length - (former === undefined ? 0 : 1) >= MAX_STREAMS_PER_USER) throw Errors.tooManyAttempts();
    const stream = new EventStream(owner);
    this.#add(stream);
    if (this.#isClosed) stream.end();
    for (const change of this.#recent.of(owner.recordId, Date.now() - missedMs) ??
      everything(owner.recordId)) {
      stream.tell(change);
    }
    return stream;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams().length;
  }

  /** Ends all streams, and opens none any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams()) stream.end();
    await this.#listening?.close();
  }

  #add(stream: EventStream): void {
    const { recordId } = stream.owner;
    const streams = this.#byRecord.get(recordId) ?? new Set();
    this.#byRecord.set(recordId, streams.add(stream));
    stream.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0 && this.#byRecord.get(recordId) === streams) this.#byRecord.delete(recordId);
    });
  }

  #streams(): EventStream[] {
    return [...this.#byRecord.values()].flatMap((streams) => [...streams]);
  }

  #hear(text: string): void {
    const changes = changesOf(text);
    if (changes === null) this.#tellEverything();
    const now = Date.now();
    for (const change of changes ?? []) {
      this.#recent.add(change, now);
      this.#byRecord.get(change.recordId)?.forEach((stream) => stream.tell(change));
    }
  }

  #beginAnew(): void {
    this.#recent.begin(Date.now());
    this.#tellEverything();
  }

  #tellEverything(): void {
    for (const [recordId, streams] of this.#byRecord) {
      for (const stream of streams) everything(recordId).forEach((change) => stream.tell(change));
    }
  }

  /** Ends the streams of those who may not have them any more. */
  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const byToken = Map.groupBy(this.#streams(), ({ owner }) => owner.token);
    for (const [token, streams] of byToken) {
      // Who cannot be asked about at the moment stays: the next look is soon.
      const caller = await this.#parts.authenticate(token).catch(() => undefined);
      if (caller === undefined) continue;
      const isOpen = (id: string) => caller?.abilities.read === true && caller.records.includes(id);
      for (const stream of streams) if (!isOpen(stream.owner.recordId)) stream.end();
    }
    this.#isChecking = false;
  }
}

/** Any of a record's screens may be out of date. */
function everything(recordId: string): Change[] {
  return EVENT_TYPES.map((type) => ({ recordId, type, folderId: null, clientId: null }));
}

import { EVENT_TYPES, STREAM_BEAT_MS } from '@vault/contract';
import { type Authenticate, type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Listening } from '../platform/database/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { Change } from './change.ts';
import { changesOf, type EndedAccess, endedAccessOf } from './messages.ts';
import { CHANNEL } from './queries.ts';
import { RecentChanges } from './recent.ts';
import { EventStream, type StreamOwner } from './stream.ts';

export interface HubDeps {
  database: Pick<Database, 'listen'>;
  clock: Clock;
  authenticate: Authenticate;
}

/** A page has one stream and a user a few pages; more streams indicate a defective client. */
const MAX_STREAMS_PER_USER = 20;
/** Maximum delay until a stream ends after its session has expired; other ends of an access are notified (GUARD-30). */
const CHECK_EVERY_MS = 3_000;
/** Maximum time between two checks of a stream whose session has not expired, for a notification that was lost. */
const CHECKED_WITHIN_MS = 60_000;

/** The open streams of this process. */
export class Hub {
  readonly #deps: HubDeps;
  readonly #byRecord = new Map<string, Set<EventStream>>();
  readonly #recent = new RecentChanges();
  readonly #timers: NodeJS.Timeout[] = [];
  #listening: Listening | null = null;
  #isChecking = false;
  #isClosed = false;

  constructor(deps: HubDeps) {
    this.#deps = deps;
  }

  /** Starts to listen for changes. The first stream calls it too, if the server has not called it before. */
  listen(): void {
    if (this.#listening !== null || this.#isClosed) return;
    this.#listening = this.#deps.database.listen({
      channel: CHANNEL,
      onMessage: (text) => this.#receive(text),
      onBegin: () => this.#restart(),
      onLost: () => this.#recent.end(),
    });
    const every = (ms: number, callback: () => void) => this.#timers.push(setInterval(callback, ms).unref());
    every(STREAM_BEAT_MS, () => this.#streams().forEach((stream) => stream.beat(Date.now())));
    every(CHECK_EVERY_MS, () => void this.#checkDue());
  }

  /**
   * Opens a stream. It starts with the changes of the last `missedMs`, or, if these are unknown, with one change of
   * every type. The previous stream of the same page ends.
   * @throws P13 for a user with too many streams
   */
  open(owner: StreamOwner, missedMs: number): EventStream {
    this.listen();
    const own = this.#streams().filter((stream) => stream.owner.userId === owner.userId);
    const previous = own.find(({ owner: { clientId } }) => clientId !== null && clientId === owner.clientId);
    previous?.end();
    if (own.length - (previous === undefined ? 0 : 1) >= MAX_STREAMS_PER_USER) throw Errors.tooManyAttempts();
    const stream = new EventStream(owner);
    this.#add(stream);
    if (this.#isClosed) stream.end();
    for (const change of this.#recent.of(owner.recordId, Date.now() - missedMs) ??
      allChangesOf(owner.recordId)) {
      stream.add(change);
    }
    return stream;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams().length;
  }

  /** Ends all streams and opens no new ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    const { isComplete } = this.#recent;
    for (const stream of this.#streams()) stream.end({ isComplete });
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

  #receive(text: string): void {
    const ended = endedAccessOf(text);
    if (ended !== null) return void this.#check(this.#streamsOf(ended));
    const changes = changesOf(text);
    if (changes === null) this.#sendAllChanges();
    const now = Date.now();
    for (const change of changes ?? []) {
      this.#recent.add(change, now);
      this.#byRecord.get(change.recordId)?.forEach((stream) => stream.add(change));
    }
  }

  #restart(): void {
    this.#recent.begin(Date.now());
    // Notifications of ended accesses were missed while this process did not listen.
    for (const stream of this.#streams()) stream.checkAt = 0;
    this.#sendAllChanges();
  }

  #sendAllChanges(): void {
    for (const [recordId, streams] of this.#byRecord) {
      for (const stream of streams) allChangesOf(recordId).forEach((change) => stream.add(change));
    }
  }

  #streamsOf({ accountId, tokenHash }: EndedAccess): EventStream[] {
    return this.#streams().filter(({ owner }) =>
      tokenHash === undefined
        ? owner.userId === accountId
        : hashBearer(owner.token).toString('hex') === tokenHash,
    );
  }

  /**
   * Checks the streams whose session may have expired, and those that were not checked for a minute. To check all of
   * them each time would keep the database busy while nothing happens.
   */
  async #checkDue(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const now = this.#deps.clock.now().getTime();
    // A check that is further away than allowed was planned before the clock was set back.
    const isDue = ({ checkAt }: EventStream) => checkAt <= now || checkAt > now + CHECKED_WITHIN_MS;
    await this.#check(this.#streams().filter(isDue));
    this.#isChecking = false;
  }

  /** Ends those of the streams whose callers have lost access. */
  async #check(checked: readonly EventStream[]): Promise<void> {
    for (const [token, streams] of Map.groupBy(checked, ({ owner }) => owner.token)) {
      // A check that fails, such as in an outage, is soon repeated.
      for (const stream of streams) stream.checkAt = 0;
      await this.#checkToken(token, streams).catch(() => undefined);
    }
  }

  async #checkToken(token: string, streams: readonly EventStream[]): Promise<void> {
    const caller = await this.#deps.authenticate(token, null);
    const recordIds = [...new Set(streams.map(({ owner }) => owner.recordId))];
    const open = await openTo(caller, recordIds);
    for (const stream of streams) {
      if (caller === null || !open.includes(stream.owner.recordId)) stream.end();
      else stream.checkAt = this.#nextCheck(caller);
    }
  }

  #nextCheck({ tokenEndsAt }: Caller): number {
    return Math.min(tokenEndsAt.getTime(), this.#deps.clock.now().getTime() + CHECKED_WITHIN_MS);
  }
}

/** Returns those of the records that the caller can still read. */
async function openTo(caller: Caller | null, recordIds: string[]): Promise<string[]> {
  return caller?.abilities.read === true ? [...(await caller.records.among(recordIds))] : [];
}

/** Marks all screens of a record as changed. */
function allChangesOf(recordId: string): Change[] {
  return EVENT_TYPES.map((type) => ({ recordId, type, folderId: null, clientId: null }));
}

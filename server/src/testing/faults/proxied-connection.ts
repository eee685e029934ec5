import type { Socket } from 'node:net';
import { applicationOf, type Frame, FrameReader, stringsOf, withHiddenName } from './postgres-protocol.ts';

/** The faults of one statement. */
export type Fault =
  /** closes both sides; the server never sees the statement */
  | 'cutBefore'
  /** the server carries the statement out; its answer and outstanding ones are dropped and the client's side closed */
  | 'cutAfter'
  /** the server never receives the statement; the connection stays open and passes no more bytes in any direction */
  | 'swallow'
  /** freezes all connections (`DatabaseProxy.freezeAll`) before the statement is passed on */
  | 'freezeAll';

/** A statement that a client sent: a simple query, or everything up to a Sync. */
export interface SentStatement {
  /** such as 'portal-vault-server-1f2e3d4c' */
  readonly application: string;
  readonly text: string;
}

export interface ProxiedConnectionDeps {
  /** @returns what to do with the statement; null passes it on */
  judge: (statement: SentStatement) => Fault | null;
  onClose: () => void;
  /** PostgreSQL receives another application_name. */
  hidesName: boolean;
}

/** One client's connection through the proxy. */
export class ProxiedConnection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #deps: ProxiedConnectionDeps;
  readonly #fromClient = new FrameReader(false);
  readonly #texts = new Map<string, string>();
  #application = '';
  /** messages of an extended query before its Sync */
  #group: Frame[] = [];
  #groupText = '';
  #isFrozen = false;
  #isSwallowed = false;
  /** bytes of the client that were not passed on while frozen */
  #held: Buffer[] = [];
  /** sockets whose other side has closed while frozen */
  readonly #ended = new Set<Socket>();
  readonly #fromServer = new FrameReader(true);
  /** the start of the connection and the statements that the server has not answered: several can be on their way */
  #unanswered = 0;
  #isDropping = false;

  constructor(client: Socket, server: Socket, deps: ProxiedConnectionDeps) {
    this.#client = client;
    this.#server = server;
    this.#deps = deps;
    client.on('data', (chunk: Buffer) => {
      for (const frame of this.#fromClient.push(chunk)) this.#take(frame);
    });
    server.on('data', (chunk: Buffer) => this.#answer(chunk));
    this.#closeTogether(client, server);
    this.#closeTogether(server, client);
  }

  freeze(): void {
    this.#isFrozen = true;
    this.#client.pause();
    this.#server.pause();
  }

  thaw(): void {
    if (this.#isSwallowed) return;
    this.#isFrozen = false;
    const held = this.#held;
    this.#held = [];
    for (const bytes of held) this.#server.write(bytes);
    this.#client.resume();
    this.#server.resume();
    for (const socket of this.#ended) socket.end();
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  #closeTogether(from: Socket, to: Socket): void {
    from.on('error', () => undefined);
    from.on('end', () => this.#end(to));
    from.on('close', () => {
      this.#end(to);
      if (this.#client.destroyed && this.#server.destroyed) this.#deps.onClose();
    });
  }

  /** While the network is frozen, one side does not learn that the other has closed. */
  #end(socket: Socket): void {
    if (this.#isFrozen) this.#ended.add(socket);
    else socket.end();
  }

  #take(frame: Frame): void {
    if (this.#isSwallowed) return;
    const [first = '', second = ''] = stringsOf(frame.body);
    if (frame.type === '') {
      this.#application = applicationOf(frame.body) || this.#application;
      this.#passToAnswer([this.#deps.hidesName ? withHiddenName(frame) : frame]);
    } else if (frame.type === 'Q') this.#statement(first, [frame]);
    else if ('PBDEC'.includes(frame.type)) {
      if (frame.type === 'P') this.#texts.set(first, second);
      if (frame.type === 'P') this.#groupText = second;
      if (frame.type === 'B') this.#groupText = this.#texts.get(second) ?? '';
      this.#group.push(frame);
    } else if (frame.type === 'S') {
      const group = [...this.#group, frame];
      this.#group = [];
      this.#statement(this.#groupText, group);
    } else this.#pass([frame]);
  }

  #statement(text: string, frames: readonly Frame[]): void {
    const fault = this.#deps.judge({ application: this.#application, text });
    switch (fault) {
      case 'cutBefore':
        this.destroy();
        return;
      case 'cutAfter':
        this.#isDropping = true;
        this.#passToAnswer(frames);
        return;
      case 'swallow':
        this.#isSwallowed = true;
        this.freeze();
        return;
      case 'freezeAll':
      case null:
        this.#passToAnswer(frames);
    }
  }

  #passToAnswer(frames: readonly Frame[]): void {
    this.#unanswered += 1;
    this.#pass(frames);
  }

  #pass(frames: readonly Frame[]): void {
    const bytes = Buffer.concat(frames.map((frame) => frame.bytes));
    if (this.#isFrozen) this.#held.push(bytes);
    else this.#server.write(bytes);
  }

  #answer(chunk: Buffer): void {
    if (!this.#isDropping) this.#client.write(chunk);
    // ReadyForQuery ends each answer.
    this.#unanswered -= this.#fromServer.push(chunk).filter(({ type }) => type === 'Z').length;
    if (this.#isDropping && this.#unanswered === 0) this.destroy();
  }
}

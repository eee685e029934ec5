import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Target } from '../../platform/database/target.ts';
import { type Fault, ProxiedConnection, type SentStatement } from './proxied-connection.ts';

/** The statement at which a fault happens. The default is the next one. */
export interface Trigger {
  /** the n-th statement from now on, from 1 */
  readonly statement?: number;
  /** the first statement whose text matches */
  readonly text?: RegExp;
  /** the n-th COMMIT from now on, from 1 */
  readonly commit?: number;
  /** the prefix of the connection's application_name; that of the request pool by default */
  readonly from?: string;
  /** statements that are not counted, such as those of background work */
  readonly except?: RegExp;
}

interface Armed extends Trigger {
  readonly fault: Fault;
  readonly happened: (statement: SentStatement) => void;
  seen: number;
}

const REQUESTS = 'portal-vault-server';

export interface ProxyOptions {
  /** PostgreSQL receives other application names, as behind a pooler that does not pass them on. */
  readonly hidesNames?: boolean;
}

/**
 * A TCP proxy in front of PostgreSQL that counts statements and can be armed to cut, swallow or freeze at one of them
 * (SAFE-23, SAFE-28). Everything else passes unchanged.
 */
export class DatabaseProxy {
  /** Every statement so far, in the order of sending. */
  readonly statements: SentStatement[] = [];
  /** Every fault so far, with its statement. */
  readonly faults: { fault: Fault; statement: SentStatement }[] = [];
  /** The database address through the proxy. */
  readonly target: Target;

  readonly #upstream: Target;
  readonly #server: Server;
  readonly #port: number;
  readonly #hidesNames: boolean;
  readonly #connections = new Set<ProxiedConnection>();
  readonly #waiting: Socket[] = [];
  #armed: Armed[] = [];
  #isFrozen = false;

  private constructor(server: Server, upstream: Target, { hidesNames = false }: ProxyOptions) {
    const { port } = server.address() as AddressInfo;
    this.target = reroute(upstream, port);
    this.#upstream = upstream;
    this.#server = server;
    this.#port = port;
    this.#hidesNames = hidesNames;
    server.on('connection', (socket) => {
      if (this.#isFrozen) this.#waiting.push(socket);
      else this.#open(socket);
    });
  }

  /** @param upstream the PostgreSQL behind it, connected without TLS */
  static async start(upstream: Target, options: ProxyOptions = {}): Promise<DatabaseProxy> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseProxy(server, upstream, options);
  }

  /** The number of COMMIT statements so far. */
  get commits(): number {
    return this.statements.filter(isCommit).length;
  }

  /**
   * Arms a fault that happens once.
   * @returns the statement of the fault, when it has happened
   */
  arm(fault: Fault, trigger: Trigger = {}): Promise<SentStatement> {
    const { promise, resolve } = Promise.withResolvers<SentStatement>();
    this.#armed.push({ ...trigger, fault, happened: resolve, seen: 0 });
    return promise;
  }

  /** Removes the armed faults that have not happened. */
  disarm(): void {
    this.#armed = [];
  }

  /** Stops all bytes in both directions until `thaw`; new connections are accepted and get no reply. */
  freezeAll(): void {
    this.#isFrozen = true;
    for (const connection of this.#connections) connection.freeze();
  }

  /** Passes on the held bytes. Swallowed connections stay silent. */
  thaw(): void {
    this.#isFrozen = false;
    for (const connection of this.#connections) connection.thaw();
    for (const socket of this.#waiting.splice(0)) this.#open(socket);
  }

  /** Closes every connection; new ones are still served. */
  cutAll(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  /** Accepts connections again after `close`, under the same address. */
  async reopen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Behaves like a stopped PostgreSQL: connections are cut, new ones refused. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    for (const socket of this.#waiting.splice(0)) socket.destroy();
    this.cutAll();
    await once(this.#server, 'close');
  }

  #open(client: Socket): void {
    const connection = new ProxiedConnection(client, connectTo(this.#upstream), {
      hidesName: this.#hidesNames,
      judge: (statement) => this.#judge(statement),
      onClose: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
    client.resume();
  }

  #judge(statement: SentStatement): Fault | null {
    this.statements.push(statement);
    const armed = this.#armed.find((each) => isReached(each, statement));
    if (armed === undefined) return null;
    this.#armed = this.#armed.filter((each) => each !== armed);
    this.faults.push({ fault: armed.fault, statement });
    if (armed.fault === 'freezeAll') this.freezeAll();
    armed.happened(statement);
    return armed.fault;
  }
}

export const isCommit = ({ text }: SentStatement): boolean => /^commit\b/i.test(text);

/** Whether the request pool of a server sent it. */
export const isOfRequest = ({ application }: SentStatement): boolean => application.startsWith(REQUESTS);

function isReached(armed: Armed, statement: SentStatement): boolean {
  const { text, commit, statement: count, from = REQUESTS, except } = armed;
  if (!statement.application.startsWith(from) || except?.test(statement.text)) return false;
  if (text !== undefined) return text.test(statement.text);
  if (commit !== undefined && !isCommit(statement)) return false;
  armed.seen += 1;
  return armed.seen === (commit ?? count ?? 1);
}

function connectTo(target: Target): Socket {
  if (!('connectionString' in target)) {
    const { host, port } = target;
    return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  }
  const { hostname, port } = new URL(target.connectionString);
  return connect(Number(port || 5432), hostname);
}

function reroute(target: Target, port: number): Target {
  if (!('connectionString' in target)) return { ...target, host: '127.0.0.1', port };
  const url = new URL(target.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { connectionString: url.href };
}

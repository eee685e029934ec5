import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import { linkById, linkByToken, type LinkRow } from '../links/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { hashToken } from '../platform/tokens/index.ts';
import { type LiveItem, liveItemsOfRecord } from '../tree/index.ts';
import { type Visit, visitById, visitByToken } from './gate.queries.ts';

/** A link that opens at this moment. */
export interface OpenLink {
  link: LinkRow;
  /** what it leads to, as far as it is live; never empty */
  targets: LiveItem[];
}

/** A visitor at an open link. */
export interface Entrance extends OpenLink {
  visit: Visit;
}

/** What a call does with a link, and so what the link must allow. */
export type Deed = 'look' | 'download' | 'edit' | 'upload';

const ALLOWED: Record<Deed, (link: LinkRow) => boolean> = {
  look: ({ kind }) => kind === 'SHARE',
  download: ({ kind, allowDownload }) => kind === 'SHARE' && allowDownload,
  edit: ({ kind, allowEdit }) => kind === 'SHARE' && allowEdit,
  upload: ({ kind }) => kind === 'REQUEST',
};

/**
 * The one gate of everything behind a link. Every public route has it as its guard, so it decides on each request anew:
 * the link exists, is not deleted, has not expired by the database's clock, leads to something that is live, somebody
 * has proven what it asks for, and it allows what is wanted.
 */
export class Gate {
  readonly #db: Kysely<DB>;
  readonly #links = new WeakMap<FastifyRequest, OpenLink>();
  readonly #entrances = new WeakMap<FastifyRequest, Entrance>();

  constructor({ database }: { database: Database }) {
    this.#db = database.kysely;
  }

  /** A guard for what anybody who has the address may ask: the link is open, nothing is proven. */
  readonly forAnybody = async (request: FastifyRequest): Promise<void> => {
    this.#links.set(request, await this.#open(request));
  };

  /** A guard for a deed of a visitor, who comes with a token. */
  readonly forVisitor =
    (deed: Deed) =>
    async (request: FastifyRequest): Promise<void> => {
      const token = /^Bearer +([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const find = async () => (token === undefined ? null : visitByToken(this.#db, hashToken(token)));
      this.#entrances.set(request, await this.#enter(request, deed, find));
    };

  /** The same for a signed address, which names the visit for which it was made. */
  async enterBySignature(request: FastifyRequest, deed: Deed, visitId: string): Promise<Entrance> {
    return this.#enter(request, deed, () => visitById(this.#db, visitId));
  }

  /**
   * The visit with this id, for calls that name no link.
   * @returns null when it has ended, or its link does not open any more
   * @throws E4 when nothing that the link leads to is live
   */
  async enterByVisit(visitId: string): Promise<Entrance | null> {
    const visit = await visitById(this.#db, visitId);
    const link = visit && (await linkById(this.#db, visit.recordId, visit.linkId));
    if (link?.status !== 'Active' || visit === null) return null;
    return { ...(await this.#openLink(link)), visit };
  }

  /** What `forAnybody` has found. */
  linkOf(request: FastifyRequest): OpenLink {
    const found = this.#links.get(request);
    if (found === undefined) throw new Error('a public route without its guard');
    return found;
  }

  /** What `forVisitor` has found. */
  entranceOf(request: FastifyRequest): Entrance {
    const found = this.#entrances.get(request);
    if (found === undefined) throw new Error('a public route without its guard');
    return found;
  }

  async #enter(request: FastifyRequest, deed: Deed, find: () => Promise<Visit | null>): Promise<Entrance> {
    const open = await this.#open(request);
    const visit = await find();
    if (visit === null || visit.linkId !== open.link.id) throw Errors.signInAgain();
    if (!ALLOWED[deed](open.link)) throw Errors.noAccess();
    return { ...open, visit };
  }

  /** @throws P10 for an unknown or deleted link, P9 for an expired one, E4 when nothing that it leads to is live */
  async #open(request: FastifyRequest): Promise<OpenLink> {
    const { token } = request.params as { token?: string };
    return this.#openLink(await linkByToken(this.#db, hashToken(token ?? '')));
  }

  async #openLink(link: LinkRow | null): Promise<OpenLink> {
    if (link === null || link.status === 'Deleted') throw Errors.linkUnavailable();
    if (link.status === 'Expired') throw Errors.linkExpired();
    const live = await liveItemsOfRecord(
      this.#db,
      link.recordId,
      link.items.map(({ id }) => id),
    );
    const targets = [...live.values()];
    if (targets.length === 0) throw Errors.notFound();
    return { link, targets };
  }
}

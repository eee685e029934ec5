import type { FastifyRequest } from 'fastify';
import type { LinkRight } from '@vault/contract';
import type { Kysely } from 'kysely';
import { Errors, type Guard } from '../http/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import { linkById, linkByToken, type LinkRow, rightsInForce } from '../links/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { hashToken } from '../platform/tokens/index.ts';
import { type LiveItem, liveItemsOfRecord } from '../tree/index.ts';
import { type Visit, visitById, visitByToken } from './gate.queries.ts';

/** A link behind the gate. Its rights are those in force, not those of its terms (GUARD-11). */
export type GuardedLink = Omit<LinkRow, 'allowDownload' | 'allowEdit' | 'makerGrants'>;

/** A link that was open when the request arrived. */
export interface OpenLink {
  link: GuardedLink;
  /** what the link gives at this moment; never empty */
  rights: readonly LinkRight[];
  /** the live items of the link; never empty */
  targets: LiveItem[];
}

/** An open link, and the visit that a request belongs to. */
export interface VisitorContext extends OpenLink {
  visit: Visit;
}

/**
 * Checks every request behind a link. It guards all public routes and also checks all signed addresses. The link must
 * exist, must not be deleted or expired by the database's clock, must have a live item, and must give the right that
 * the call needs. Its maker must still have the rights that it passes on (GUARD-11). The visit must not have ended.
 */
export class Gate {
  readonly #db: Kysely<DB>;

  constructor({ database }: { database: Database }) {
    this.#db = database.kysely;
  }

  /** Guards calls that need only the address of an open link. */
  readonly forLink: Guard<'link', { open: OpenLink }> = {
    access: 'link',
    enter: async (request) => ({ open: await this.#open(request) }),
  };

  /** Guards a call that needs a right; the request contains the token of a visit. */
  forVisitor(right: LinkRight): Guard<'visitor', { visitor: VisitorContext }> {
    return {
      access: 'visitor',
      enter: async (request) => {
        const token = /^Bearer +([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const find = async () => (token === undefined ? null : visitByToken(this.#db, hashToken(token)));
        return { visitor: await this.#enter(request, right, find) };
      },
    };
  }

  /** Checks the same as `forVisitor` for a signed address, which contains the id of the visit that requested it. */
  async enterBySignature(
    request: FastifyRequest,
    right: LinkRight,
    visitId: string,
  ): Promise<VisitorContext> {
    return this.#enter(request, right, () => visitById(this.#db, visitId));
  }

  /**
   * Returns the context of the visit with this id, for calls that name no link.
   * @returns null when the visit has ended, or the link is deleted, expired or ended
   * @throws E4 when no item of the link is live
   */
  async enterByVisit(visitId: string): Promise<VisitorContext | null> {
    const open = await this.openByVisit(visitId);
    return open && { ...(await this.#openLink(open.link)), visit: open.visit };
  }

  /** As `enterByVisit`, without the items of the link, for checks that are made again and again. */
  async openByVisit(
    visitId: string,
  ): Promise<{ visit: Visit; link: LinkRow; rights: readonly LinkRight[] } | null> {
    const visit = await visitById(this.#db, visitId);
    const link = visit && (await linkById(this.#db, visit.recordId, visit.linkId));
    if (link?.status !== 'Active' || visit === null) return null;
    const rights = rightsInForce(link);
    return rights.length === 0 ? null : { visit, link, rights };
  }

  async #enter(
    request: FastifyRequest,
    right: LinkRight,
    find: () => Promise<Visit | null>,
  ): Promise<VisitorContext> {
    const open = await this.#open(request);
    const visit = await find();
    if (visit === null || visit.linkId !== open.link.id) throw Errors.signInAgain();
    identifyVisitor(visit);
    if (!open.rights.includes(right)) throw Errors.noAccess();
    return { ...open, visit };
  }

  /** @throws P10 for an unknown or deleted link, P9 for an expired or ended one, E4 when no item of the link is live */
  async #open(request: FastifyRequest): Promise<OpenLink> {
    const { token } = request.params as { token?: string };
    return this.#openLink(await linkByToken(this.#db, hashToken(token ?? '')));
  }

  async #openLink(link: LinkRow | null): Promise<OpenLink> {
    if (link === null || link.status === 'Deleted') throw Errors.linkUnavailable();
    const rights = rightsInForce(link);
    if (link.status === 'Expired' || rights.length === 0) throw Errors.linkExpired();
    const live = await liveItemsOfRecord(
      this.#db,
      link.recordId,
      link.items.map(({ id }) => id),
    );
    const targets = [...live.values()];
    if (targets.length === 0) throw Errors.notFound();
    return { link, rights, targets };
  }
}

/** The actor of the running request is this visitor (AUDIT-01). */
export function identifyVisitor({ id, linkId, recordId, email }: Visit): void {
  identifyActor({ kind: 'visitor', visitId: id, linkId, recordId, email });
}

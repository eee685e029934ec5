import { type Ability, LINK_RIGHT_NEEDS, type LinkRight, mayCall } from '@vault/contract';
import { Errors, mustHaveRecords, type VaultError } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { currentRightsInUse, type SessionTimes } from '../session/index.ts';
import { liveIdsOfRecord } from '../tree/index.ts';
import type { AccountHolder, Holder } from './holder.ts';
import { RECHECK_MS, type SentContent, TransferAccess } from './transfer-access.ts';

/** What a holder must still have. */
export interface WantedAccess {
  /** null for what belongs to no record, such as an upload before its transfer */
  recordId: string | null;
  /** of a visit: the right of its link; of an account: the permission that this right needs */
  right: LinkRight;
  /** files that must be live, and shared by the link of a visit */
  fileIds: readonly string[];
}

/** The gate of links, for holders that are visits. */
export interface VisitGate {
  /**
   * @returns the rights of the link in force; null when the visit or its link has ended
   * @throws E4 when one of the files is not live, or not shared by the link
   */
  rightsOfVisit(visitId: string, fileIds: readonly string[]): Promise<readonly LinkRight[] | null>;
}

export interface AccessCheckDeps {
  database: Database;
  clock: Clock;
  visits: VisitGate;
  settings: SessionTimes;
  /** time after which a running transfer is checked again, in ms; tests shorten it */
  recheckMs?: number | undefined;
}

/**
 * GUARD-30: whether the holder of a signed address, an upload or a running transfer may still have it. It reads the
 * current session, permissions, link and items, and stores nothing, so that an end takes effect at the next check.
 */
export class AccessCheck {
  readonly #deps: AccessCheckDeps;

  constructor(deps: AccessCheckDeps) {
    this.#deps = deps;
  }

  /**
   * @param ended the refusal when the session or the visit has ended
   * @throws the refusal `ended`, E11 without the permission or the record, E4 when a file is not live
   */
  async mustHave(
    holder: Holder,
    { recordId, right, fileIds }: WantedAccess,
    ended: () => VaultError = Errors.signInAgain,
  ): Promise<void> {
    if ('visitId' in holder) {
      const rights = await this.#deps.visits.rightsOfVisit(holder.visitId, fileIds);
      if (rights === null) throw ended();
      if (!rights.includes(right)) throw Errors.noAccess();
      return;
    }
    const account = await currentRightsInUse(this.#deps, holder, recordId);
    if (account === null) throw ended();
    const { abilities } = account;
    if (!abilities.read || !abilities[LINK_RIGHT_NEEDS[right]]) throw Errors.noAccess();
    if (recordId === null) return;
    await mustHaveRecords(account, [recordId]);
    if (fileIds.length === 0) return;
    const live = await liveIdsOfRecord(this.#deps.database.kysely, recordId, { ids: fileIds });
    if (fileIds.some((id) => !live.has(id))) throw Errors.notFound();
  }

  /**
   * Whether an account may still make the calls of an ability that belongs to no record.
   * @throws the refusal `ended` when the session has ended, E11 without the ability
   */
  async mustBeAble(holder: AccountHolder, ability: Ability, ended: () => VaultError): Promise<void> {
    const account = await currentRightsInUse(this.#deps, holder);
    if (account === null) throw ended();
    if (!mayCall(account.abilities, ability)) throw Errors.noAccess();
  }

  /**
   * The check of a transfer that runs. Its request was checked before.
   * @param contents the contents that it sends, with the file of each
   */
  during(
    holder: Holder,
    wanted: Omit<WantedAccess, 'fileIds'>,
    contents: readonly SentContent[],
  ): TransferAccess {
    return this.transfer(contents, (fileIds) => this.mustHave(holder, { ...wanted, fileIds }));
  }

  /** As `during`, with another check. @param ask throws a refusal when the access has ended */
  transfer(
    contents: readonly SentContent[],
    ask: (fileIds: readonly string[]) => Promise<void>,
  ): TransferAccess {
    const { recheckMs = RECHECK_MS } = this.#deps;
    return new TransferAccess({ contents, ask, recheckMs });
  }
}

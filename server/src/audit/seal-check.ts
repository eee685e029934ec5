import { isSignedBy } from '../platform/seal-key/index.ts';
import type { AuditProblem } from './chain-check.ts';
import type { Head } from './chain.queries.ts';
import { NO_HASH } from './entry-text.ts';
import { isWholeJsonb } from './json.ts';
import { hashOfSeal, sealText } from './seal.ts';
import type { StoredSeal } from './seal.queries.ts';

/** What the chain is at the row that a seal names. */
interface SealedState {
  /** the heads of all scopes */
  heads: ReadonlyMap<string, Head>;
  /** the number of key rotations so far */
  rotations: number;
}

/** Checks the seals one after the other. */
export class SealCheck {
  #former: StoredSeal | null = null;
  #formerHeads: ReadonlyMap<string, Head> = new Map();
  #keyChanges = 0;

  /** @returns null when the seal continues the seals before it and matches the chain */
  add(seal: StoredSeal, { heads, rotations }: SealedState): AuditProblem | null {
    const problem = this.#problemOf(seal, heads, rotations);
    this.#former = seal;
    this.#formerHeads = new Map(heads);
    return problem;
  }

  #problemOf(seal: StoredSeal, heads: ReadonlyMap<string, Head>, rotations: number): AuditProblem | null {
    const name = `Seal ${seal.number} (${seal.at})`;
    const former = this.#former;
    const unlike = (text: string): AuditProblem => ({ entryId: null, text });
    if (former !== null && former.publicKey !== seal.publicKey) this.#keyChanges += 1;
    if (this.#keyChanges > rotations)
      return unlike(`${name} has another key, and no entry says that it was rotated.`);
    if (seal.formerHash !== (former === null ? NO_HASH : hashOfSeal(former))) {
      return unlike(`${name} does not continue the seal before it.`);
    }
    const isWhole = isWholeJsonb(seal.heads, seal.headsOctets);
    const [key, signature] = [seal.publicKey, seal.signature].map((hex) => Buffer.from(hex, 'hex'));
    if (!isWhole || !isSignedBy(key ?? Buffer.of(), sealText(seal), signature ?? Buffer.of())) {
      return unlike(`The signature of ${name} does not match.`);
    }
    return this.#headProblem(seal, heads);
  }

  #headProblem(seal: StoredSeal, heads: ReadonlyMap<string, Head>): AuditProblem | null {
    const wrong = seal.heads.find(([scope, position, hash]) => {
      const head = heads.get(scope);
      return head?.position !== position || head.hash !== hash;
    });
    if (wrong !== undefined) {
      const [scope, position] = wrong;
      const text = `Seal ${seal.number} (${seal.at}) has another entry number ${position} of ${scope || 'those without a record'}: the chain was written again.`;
      return { entryId: null, text };
    }
    const changed = [...heads.values()].filter(
      ({ scope, position }) => this.#formerHeads.get(scope)?.position !== position,
    );
    if (changed.length === seal.heads.length) return null;
    return { entryId: null, text: `Seal ${seal.number} (${seal.at}) does not have all chains.` };
  }
}

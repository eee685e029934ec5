import { setImmediate as nextTurn } from 'node:timers/promises';
import { fitsTogether, type RuleScanner } from '../rule-scanner.ts';

/** Collects small members until there are enough of them for one scan. */
export class MemberBatch {
  readonly #ruleScanner: RuleScanner;
  #members: Uint8Array[] = [];
  #bytes = 0;

  constructor(ruleScanner: RuleScanner) {
    this.#ruleScanner = ruleScanner;
  }

  /** @param member at most one window @returns the name of a rule that a collected member matches, or null */
  async add(member: Uint8Array): Promise<string | null> {
    const isFull = !fitsTogether(this.#bytes, this.#members.length, member.length);
    const rule = isFull ? await this.scanAll() : null;
    this.#members.push(member);
    this.#bytes += member.length;
    return rule;
  }

  async scanAll(): Promise<string | null> {
    const rule = this.#ruleScanner.firstRuleMatching(this.#members);
    this.#members = [];
    this.#bytes = 0;
    await nextTurn();
    return rule;
  }
}

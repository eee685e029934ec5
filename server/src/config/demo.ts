import * as z from 'zod';
import { type Environment, givenSetting } from './environment.ts';
import { optional } from './kinds.ts';
import { type FailingCondition, opensToOthers } from './local-only.ts';

/** GUARD-01: whether the demo accounts exist, whose passwords are public. */
export interface DemoConfig {
  demo: DemoDecision;
}

export type DemoDecision =
  /** `isRequired`: DEMO=true, so a start without the demo firm is an error */
  | { isOn: true; isRequired: boolean }
  /** `reasons`: such as 'SMTP_URL is set' */
  | { isOn: false; reasons: readonly string[] };

export const demoSchema = z.object({
  DEMO: optional(z.enum(['true', 'false'], 'must be true or false'), {
    description: 'true or false: the demo accounts, whose passwords are public; see docs/operating.md',
    whenUnset:
      'true while HOST and PUBLIC_URL are loopback addresses and none of TRUST_PROXY, OIDC_ISSUER, SMTP_URL, ACCOUNTS_FILE, DATABASE_URL is set',
    example: 'false',
  }),
});

/** Decides whether the demo accounts exist (GUARD-01). */
export function demoConfig(environment: Environment): DemoConfig {
  const setting = givenSetting(environment, 'DEMO');
  if (setting === 'false') return { demo: { isOn: false, reasons: ['DEMO is false'] } };
  const reasons = failingConditions(environment).map(({ reason }) => reason);
  return {
    demo: reasons.length === 0 ? { isOn: true, isRequired: setting === 'true' } : { isOn: false, reasons },
  };
}

/**
 * DEMO=true together with a setting that excludes the demo is an error.
 * @returns one sentence, or none
 */
export function demoProblems(environment: Environment): string[] {
  const failing = failingConditions(environment);
  if (givenSetting(environment, 'DEMO') !== 'true' || failing.length === 0) return [];
  const reasons = failing.map(({ reason }) => reason).join(' and ');
  const remedies = failing.map(({ remedy }) => remedy).join(' and ');
  return [
    `The setting DEMO cannot be true while ${reasons}, because the passwords of the demo accounts are public: write DEMO=false, or ${remedies}.`,
  ];
}

/** Settings of a vault that is in use; with any of them the demo is off. */
const EXCLUDING = ['OIDC_ISSUER', 'SMTP_URL', 'ACCOUNTS_FILE', 'DATABASE_URL'];

function failingConditions(environment: Environment): FailingCondition[] {
  const given = EXCLUDING.filter((name) => givenSetting(environment, name) !== null);
  return [
    ...opensToOthers(environment),
    ...given.map((name) => ({ reason: `${name} is set`, remedy: `remove ${name}` })),
  ];
}

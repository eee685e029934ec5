import * as z from 'zod';
import { optional, text, withDefault } from './kinds.ts';

/** The length of sessions (GUARD-32), the second factor (GUARD-33), and names in passwords (GUARD-20). */
export interface SessionConfig {
  /** from the sign-in to the end of a session */
  sessionHours: number;
  /** from the last use to the end of a session */
  sessionIdleMinutes: number;
  /** of everybody; the tokens of an issuer have to say that one was used */
  requireSecondFactor: boolean;
  /** names of which, with the brand, a new password may not mainly consist */
  passwordNames: readonly string[];
}

export const sessionSchema = z.object({
  SESSION_HOURS: withDefault(
    z.coerce
      .number('must be a number of hours')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(168, 'must be at most 168'),
    8,
    { description: 'A session ends this time after the sign-in', unit: 'hours, 1 to 168' },
  ),
  SESSION_IDLE_MINUTES: withDefault(
    z.coerce
      .number('must be a number of minutes')
      .int('must be a whole number')
      .min(5, 'must be 5 or more')
      .max(10_080, 'must be at most 10080'),
    60,
    {
      description: 'A session ends this time after its last use; a page that is only open does not use it',
      unit: 'minutes, 5 to 10080',
    },
  ),
  REQUIRE_SECOND_FACTOR: withDefault(z.enum(['true', 'false'], 'must be true or false'), 'false', {
    description:
      'Everybody needs a second factor: people with a password set one up at the next sign-in, and the tokens of an issuer have to say that one was used (docs/sign-in.md)',
  }),
  PASSWORD_NAMES: optional(text.max(4000, 'must be at most 4000 characters'), {
    description:
      'Names of products, projects, places and the like, separated by commas; a new password may not mainly consist of them, of BRAND_NAME or of names of its person',
    whenUnset: 'BRAND_NAME and the names of the person only',
    example: 'Brightwater, Project Heron',
  }),
});

export function sessionConfig(settings: z.infer<typeof sessionSchema>): SessionConfig {
  return {
    sessionHours: settings.SESSION_HOURS,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    requireSecondFactor: settings.REQUIRE_SECOND_FACTOR === 'true',
    passwordNames: (settings.PASSWORD_NAMES ?? '').split(',').flatMap((name) => name.trim() || []),
  };
}

import { Random } from '../support/random.ts';
import { breakBody } from './broken-body.ts';
import { draftOf } from './draft.ts';
import { addOddHeaders, breakTarget, frame, frameBroken, type Framed } from './frame.ts';
import { type Route, ROUTES } from './routes.ts';
import type { World } from './world.ts';

/** What is malformed in a request, as weights. */
const KINDS = { fields: 60, body: 12, headers: 10, target: 8, framing: 10 };
export type Kind = keyof typeof KINDS;

export interface FuzzRequest extends Framed {
  what: Kind;
  /** the route from which it was made, such as `POST /api/v1/auth/login` */
  route: string;
  role: string;
}

/** Builds the request of a number. The same seed, number and world build the same request. */
export function requestOf(seed: number, number: number, world: World): FuzzRequest {
  const random = new Random(seed, number);
  const route = random.pick(ROUTES);
  const role = roleOf(route, world, random);
  const token = world.tokens[role] ?? null;
  const wanted: [string, string][] = [['x-forwarded-for', addressOf(random)]];
  if (token !== null) wanted.push(['authorization', `Bearer ${token}`]);
  const what = random.weighted(KINDS);
  const scopes = [role, route.endpoint?.name ?? route.path];
  const draft = draftOf(route, { random, known: world.known, scopes });
  return { ...framedOf(what, draft, wanted, random), what, route: `${route.method} ${route.path}`, role };
}

function framedOf(
  what: Kind,
  draft: Parameters<typeof frame>[0],
  wanted: [string, string][],
  random: Random,
): Framed {
  switch (what) {
    case 'body':
      return frame(breakBody(draft, random), wanted);
    case 'headers':
      // Header fields of two values are one request for the server, but Node refuses some pairs.
      return { ...frame(addOddHeaders(draft, random), wanted), kind: 'broken' };
    case 'target':
      return { ...frame(breakTarget(draft, random), wanted), kind: 'broken' };
    case 'framing':
      return frameBroken(draft, wanted, random);
    default:
      return frame(draft, wanted);
  }
}

/** Calls that end the session of their caller. */
const ENDS_SESSION = new Set(['session.signOut', 'account.endOtherSessions', 'account.endSession']);

/** Mostly a caller that may make the call, so that requests reach its handler. */
function roleOf({ endpoint }: Route, { tokens }: World, random: Random): string {
  const access = endpoint?.access;
  // Calls about the own session get one that no other call uses.
  if (access === 'token') {
    const isWhole = !ENDS_SESSION.has(endpoint?.name ?? '') || random.chance(0.01);
    return isWhole && random.chance(0.8) ? 'member' : 'nobody';
  }
  if (random.chance(0.1)) return random.pick(['nobody', ...Object.keys(tokens)]);
  if (access === 'visitor')
    return endpoint?.name.includes('pload') === true ? 'requestVisitor' : 'shareVisitor';
  if (access === 'public' || access === 'link') return 'nobody';
  if (access === 'admin') return 'administrator';
  if (access === 'audit') return 'auditor';
  return 'owner';
}

/** Attempts are limited by network: each request has another address, so that the limits do not hide the calls. */
const addressOf = (random: Random) => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;

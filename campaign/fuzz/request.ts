import { Random } from '../support/random.ts';
import { breakBody } from './broken-body.ts';
import { type Draft, draftOf } from './draft.ts';
import { frameBroken } from './broken-framing.ts';
import { frame, type Framed } from './frame.ts';
import { addOddHeaders, breakTarget } from './odd-requests.ts';
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

type Headers = Draft['headers'];

/** Builds the request of a number. The same seed, number and world build the same request. */
export function requestOf(seed: number, number: number, world: World): FuzzRequest {
  const random = new Random(seed, number);
  const route = random.pick(ROUTES);
  const role = roleOf(route, world, random);
  const token = world.tokens[role] ?? null;
  const callerHeaders: Headers = [['x-forwarded-for', addressOf(random)]];
  if (token !== null) callerHeaders.push(['authorization', `Bearer ${token}`]);
  const what = random.weighted(KINDS);
  const scopes = [role, route.endpoint?.name ?? route.path];
  const draft = draftOf(route, { random, known: world.known, scopes });
  const framed = framedOf(what, draft, callerHeaders, random);
  return { ...framed, what, route: `${route.method} ${route.path}`, role };
}

/** Makes a draft malformed and encodes it. @param callerHeaders sent before the headers of the draft */
function framedOf(what: Kind, draft: Draft, callerHeaders: Headers, random: Random): Framed {
  const byCaller = (changed: Draft) => ({ ...changed, headers: [...callerHeaders, ...changed.headers] });
  switch (what) {
    case 'body':
      return frame(byCaller(breakBody(draft, random)));
    case 'headers':
      // The server accepts a header with two values, but Node refuses some pairs.
      return { ...frame(byCaller(addOddHeaders(draft, random))), kind: 'broken' };
    case 'target':
      return { ...frame(byCaller(breakTarget(draft, random))), kind: 'broken' };
    case 'framing':
      return frameBroken(byCaller(draft), random);
    default:
      return frame(byCaller(draft));
  }
}

/** The paths of the calls of a request; the other calls of visitors are those of a share. */
const OF_REQUESTS = /\/(upload|scan|receipt)\b/;
/** Calls that end the session of their caller. */
const ENDS_SESSION = new Set(['session.signOut', 'account.endOtherSessions', 'account.endSession']);

/** Mostly a caller that may make the call, so that requests reach its handler. */
function roleOf({ endpoint }: Route, { tokens }: World, random: Random): string {
  const access = endpoint?.access;
  // Calls about the own session get one that no other call uses.
  if (access === 'token') {
    const isWhole = !ENDS_SESSION.has(endpoint?.name ?? '') || random.chance(0.01);
    return isWhole && random.chance(0.8) ? 'member' : 'anonymous';
  }
  if (random.chance(0.1)) return random.pick(['anonymous', ...Object.keys(tokens)]);
  if (access === 'visitor') return OF_REQUESTS.test(endpoint?.path ?? '') ? 'requestVisitor' : 'shareVisitor';
  if (access === 'public' || access === 'link') return 'anonymous';
  if (access === 'admin') return 'administrator';
  if (access === 'audit') return 'auditor';
  return 'owner';
}

/** Attempts are limited by network: each request has another address, so that the limits do not hide the calls. */
const addressOf = (random: Random) => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { networkOf } from '../throttle/index.ts';
import { CheckQueue } from './check-queue.ts';

/** What one hash costs. Each hash contains its cost, so the cost can change while older hashes still work. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** The recommendation of OWASP's password storage cheat sheet for argon2id. */
const RECOMMENDED_COST: PasswordCost = { memoryKib: 19 * 1024, passes: 2 };
const PARALLELISM = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Hashing shares a few worker threads of Node with file access: many sign-ins must not block uploads. */
const AT_ONCE = 2;

/**
 * GUARD-22: the sign-ins of this process. More than are hashed at once, because each one also waits for the database.
 * A full queue takes less than a second.
 */
const checks = new CheckQueue({ atOnce: 2 * AT_ONCE, mostWaiting: 64 });

/**
 * Runs the check of a password for a client, with its reads and writes, when it is its turn.
 * @throws P13 when too many clients wait
 */
export function checkInTurn<T>(
  { address, account }: { address: string; account: string },
  check: () => Promise<T>,
): Promise<T> {
  return checks.run([networkOf(address), account], check);
}

const derive = promisify(argon2);
const HASH_FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;

interface Work {
  memory: number;
  passes: number;
  parallelism: number;
}

/** Hashes a password in the PHC string format. Only tests pass a lower cost. */
export async function hashPassword(password: string, cost = RECOMMENDED_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const work = { memory: cost.memoryKib, passes: cost.passes, parallelism: PARALLELISM };
  const tag = await tagOf(password, { salt, tagLength: TAG_BYTES, work });
  return phc(cost, salt, tag);
}

/** True when the password matches the hash; false for a hash of another form. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = HASH_FORM.exec(hash) ?? [];
  if (memory === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await tagOf(password, {
    salt: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    work: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  });
  return timingSafeEqual(actual, expected);
}

/** A hash that no known password matches. Checking it takes as long as checking a real hash. */
const UNKNOWN_ACCOUNT_HASH = phc(RECOMMENDED_COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/** Takes as long as `verifyPassword`, so that the time does not reveal whether a user exists. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPassword(password, UNKNOWN_ACCOUNT_HASH);
  return false;
}

async function tagOf(
  password: string,
  { salt, tagLength, work }: { salt: Buffer; tagLength: number; work: Work },
): Promise<Buffer> {
  await enter();
  try {
    return await derive('argon2id', { message: password, nonce: salt, tagLength, ...work });
  } finally {
    leave();
  }
}

let busy = 0;
const waiting: (() => void)[] = [];

async function enter(): Promise<void> {
  if (busy < AT_ONCE) busy += 1;
  else {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
}

/** Gives the slot to the next waiting call, or frees it when no call waits. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) busy -= 1;
  else next();
}

function phc({ memoryKib, passes }: PasswordCost, salt: Buffer, tag: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`;
}

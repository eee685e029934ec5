import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Work per guess: the recommendation of OWASP's password storage cheat sheet for argon2id. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Hashing shares Node's few worker threads with the disk: a rush of sign-ins must not stop the uploads. */
const AT_ONCE = 2;

const derive = promisify(argon2);
const HASH_FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;

interface Work {
  memory: number;
  passes: number;
  parallelism: number;
}

/** Hashes a password for storing, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const work = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM };
  const tag = await tagOf(password, { salt, tagLength: TAG_BYTES, work });
  return phc(salt, tag);
}

/** Whether the password is the one that was hashed; false for a hash of another form. */
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

/** Fits no password that anybody knows, and costs as much to find out as a real one. */
const NOBODYS_HASH = phc(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/** The same work as `verifyPassword` for a user who does not exist, so that time does not tell who does. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPassword(password, NOBODYS_HASH);
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

/** Hands the place on to the next who waits, or frees it. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) busy -= 1;
  else next();
}

function phc(salt: Buffer, tag: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`;
}

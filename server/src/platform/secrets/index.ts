export { SecretKeyError } from './errors.ts';
export { type KeySettings, openSecretKey } from './open.ts';
export { lockKey, unlockKey } from './locked-key.ts';
export { rotateKey } from './rotate.ts';
export { createSecretKey, type SecretKey } from './secret-key.ts';
export { type KeyWatch, watchKey } from './watch.ts';

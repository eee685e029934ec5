import type * as nodemailer from 'nodemailer';

interface Closable {
  close(): void;
}

/** A transport of nodemailer that is created with the first mail: the library takes 2 MiB of memory (SPEED-10). */
export interface LazyTransport<T extends Closable> {
  get(): Promise<T>;
  /** Closes the transport if there is one. */
  close(): Promise<void>;
}

/** @param create is called once, and again after the library could not be loaded */
export function lazyTransport<T extends Closable>(
  create: (library: typeof nodemailer) => T,
): LazyTransport<T> {
  let created: Promise<T> | null = null;
  const load = async () => {
    try {
      return create(await import('nodemailer'));
    } catch (error) {
      created = null;
      throw error;
    }
  };
  return {
    get: () => (created ??= load()),
    close: async () => (await created)?.close(),
  };
}

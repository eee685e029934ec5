import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** The rows of a statement `copy … to stdout`. */
export const copyTo = (client: pg.ClientBase, statement: string): Readable => client.query(to(statement));

/** Receives the rows of a statement `copy … from stdin`. */
export const copyFrom = (client: pg.ClientBase, statement: string): Writable => client.query(from(statement));

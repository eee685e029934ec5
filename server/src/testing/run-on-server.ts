import pg from 'pg';
import type { Target } from '../platform/database/target.ts';

/** Runs one statement on a new connection, such as `create database`, which cannot run in a transaction. */
export async function runOnServer(target: Target, statement: string): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

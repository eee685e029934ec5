import { randomBytes } from 'node:crypto';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import pino from 'pino';
import { type S3Proxy, startS3Proxy } from '../../server/src/testing/faults/s3-proxy.ts';
import { type S3Address, startS3Server } from '../../server/src/testing/s3-server.ts';
import { startSmtp, type TestSmtp } from '../../server/src/testing/smtp.ts';
import { startThrowaway } from '../../server/src/testing/test-server.ts';
import { type SlowProxy, startSlowProxy } from './slow-proxy.ts';

const BUCKET = 'portal-vault';
const DATABASE = 'vault';

/** What is around the servers, and can fail. */
export interface SharedServices {
  databaseProxy: SlowProxy;
  /** null: the bytes are in a folder that the servers share */
  s3Proxy: S3Proxy | null;
  smtp: TestSmtp;
  /** the settings of the servers */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an empty PostgreSQL, an S3 server and a mail server. @throws when one of them is not installed */
export async function startSharedServices(folder: string): Promise<SharedServices> {
  const postgres = await startThrowaway(join(folder, 'database'), pino({ level: 'silent' }));
  const s3 = await startS3Server();
  await createBucket(s3.address);
  const around = await connectServices(await createDatabase(postgres.connection), s3.address);
  return {
    ...around,
    close: async () => {
      await around.close();
      await s3.stop();
      await postgres.stop();
    },
  };
}

/**
 * Starts the proxies in front of an empty database and an S3 server, and a mail server.
 * @param databaseUrl in the form of DATABASE_URL
 * @param s3 null: the bytes are in a folder that the servers share
 */
export async function connectServices(databaseUrl: string, s3: S3Address | null): Promise<SharedServices> {
  const database = new URL(databaseUrl);
  const databaseProxy = await startSlowProxy(upstreamOf(database));
  const s3Proxy = s3 === null ? null : await startS3Proxy(s3.endpoint);
  const smtp = await startSmtp();
  database.host = `127.0.0.1:${databaseProxy.port}`;
  database.search = '';
  return {
    databaseProxy,
    s3Proxy,
    smtp,
    env: {
      DATABASE_URL: database.href,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'vault@example.test',
      MAIL_PER_HOUR: '100000',
      SECRET_KEY: randomBytes(32).toString('hex'),
      ...(s3 !== null && s3Settings({ ...s3, endpoint: s3Proxy?.endpoint ?? s3.endpoint })),
    },
    close: async () => {
      await smtp.close();
      await s3Proxy?.close();
      await databaseProxy.close();
    },
  };
}

/** The server of a DATABASE_URL, which can name the folder of its socket. */
function upstreamOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get('host');
  const number = port || '5432';
  return folder === null
    ? { host: hostname, port: Number(number) }
    : { path: `${folder}/.s.PGSQL.${number}` };
}

const s3Settings = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Address) => ({
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

/** @returns its address in the form of DATABASE_URL */
async function createDatabase(server: { host: string; port: number; user: string }): Promise<string> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  const { host, port, user } = server;
  return `postgres://${user}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(host)}`;
}

async function createBucket({ endpoint, region, ...credentials }: S3Address): Promise<void> {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

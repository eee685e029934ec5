// The floor of downloads from S3: a plain Node server that passes the bytes of an object on, without accounts, rows and
// checksums. GET /name sends the object of this name. The settings are those of the vault (S3_…).
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { serveBare } from './serve-bare.ts';

const {
  S3_BUCKET,
  S3_ENDPOINT = '',
  S3_REGION = '',
  S3_ACCESS_KEY_ID = '',
  S3_SECRET_ACCESS_KEY = '',
} = process.env;
const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  forcePathStyle: true,
  responseChecksumValidation: 'WHEN_REQUIRED',
});

async function send(response: ServerResponse, Key: string): Promise<void> {
  const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: S3_BUCKET, Key }));
  response.writeHead(200, { 'content-length': ContentLength ?? 0 });
  await pipeline(Body as Readable, response);
}

serveBare(({ url = '/' }, response) => send(response, url.slice(1)));

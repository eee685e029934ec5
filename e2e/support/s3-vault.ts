import { createBucket, settingsOf } from '../../server/src/testing/s3-client.ts';
import { startS3Server } from '../../server/src/testing/s3-server.ts';
import { FEW_OWNERS } from './people.ts';
import { startVault, type Vault } from './server.ts';

export interface S3Vault extends Vault {
  /** the address of S3 for browsers, such as 'http://127.0.0.1:40125' */
  s3Url: string;
}

/** Starts a vault whose bytes are on a real S3 server, which the browser reaches. */
export async function startS3Vault(): Promise<S3Vault> {
  const s3 = await startS3Server();
  const { address } = s3;
  const bucket = settingsOf(address, 'journeys');
  await createBucket(bucket);
  const vault = await startVault(
    {
      S3_BUCKET: bucket.bucket,
      S3_ENDPOINT: address.endpoint,
      S3_BROWSER_ENDPOINT: address.endpoint,
      S3_REGION: address.region,
      S3_ACCESS_KEY_ID: address.accessKeyId,
      S3_SECRET_ACCESS_KEY: address.secretAccessKey,
    },
    FEW_OWNERS,
  );
  const stop = async () => {
    await vault.stop();
    await s3.stop();
  };
  return { ...vault, s3Url: address.endpoint, stop };
}

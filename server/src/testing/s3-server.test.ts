import { expect, test } from 'vitest';
import { testS3 } from './s3-on-demand.ts';
import { hasS3Server } from './s3-server.ts';

test.runIf(hasS3Server())('NODES-01 the S3 server of the tests runs and refuses unknown keys', async () => {
  const { endpoint } = await testS3();
  expect(await (await fetch(`${endpoint}/healthcheck`)).text()).toBe('OK');
  const refused = await fetch(`${endpoint}/bucket`, {
    headers: { authorization: 'AWS nobody:wrong', date: new Date().toUTCString() },
  });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('<Error>');
});

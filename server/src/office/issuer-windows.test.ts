import { contract } from '@vault/contract';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createIssuer } from '../platform/oidc/index.ts';
import { SETTINGS } from '../testing/app.ts';
import { type Client, createClient } from '../testing/client.ts';
import { type Signer, startSigner } from '../testing/signer.ts';
import {
  ACME,
  createOfficeStage,
  Opened,
  type OfficeStage,
  putFile,
  siblingsOf,
} from '../testing/office-stage.ts';

// Real: HTTP, PostgreSQL, signed calls, tokens of an issuer.

let signer: Signer;
let stage: OfficeStage;
beforeAll(async () => {
  signer = await startSigner('urn:vault');
  const { issuer } = signer;
  const oidc = {
    issuer,
    clientId: 'vault',
    audience: 'urn:vault',
    scope: 'openid',
    name: 'Example ID',
    resource: null,
    parameters: {},
    permissionsClaim: 'vault_permissions',
    recordsClaim: 'vault_records',
  };
  const log = pino({ level: 'silent' });
  stage = await createOfficeStage({
    settings: { ...SETTINGS, oidc },
    issuer: createIssuer({ ...oidc, log }),
  });
});
afterAll(async () => {
  await stage.close();
  await signer.stop();
});

let tokens = 0;

/** A person of the issuer, with another token each time. */
async function come(subject: string): Promise<Client> {
  const rights = {
    vault_permissions: ['read', 'create', 'edit'],
    vault_records: [ACME],
    jti: String((tokens += 1)),
  };
  return createClient(stage.vault.origin, await signer.sign(signer.claims(subject, rights)));
}

let folders = 0;

async function open(client: Client): Promise<Opened> {
  folders += 1;
  const fileId = await putFile(stage, 'long.docx', 'as it was', { folder: `Issuer ${folders}` });
  const asked = { params: { sfid: fileId }, query: { action: 'edit' } } as const;
  const document = await stage.service.open(await client.data(contract.preview.officeOnline, asked));
  return new Opened(stage.service, fileId, document);
}

test('who signs out with a newer token of the issuer ends what was opened with an older one, and nobody else', async () => {
  const file = await open(await come('grace'));
  const other = await open(await come('ada'));
  const newer = await come('grace');
  expect((await file.get()).status).toBe(200);
  await newer.data(contract.session.signOut, {});
  expect((await file.get()).status).toBe(401);
  expect((await file.lock('a')).status).toBe(401);
  expect((await other.get()).status).toBe(200);
});

test('so it does while a copy is being made', async () => {
  const file = await open(await come('grace'));
  const newer = await come('grace');
  const { scanner } = stage.vault.parts;
  const scan = scanner.scan.bind(scanner);
  vi.spyOn(scanner, 'scan').mockImplementationOnce(async (source) => {
    await newer.data(contract.session.signOut, {});
    return scan(source);
  });
  const reply = await file.putRelative({ 'x-wopi-suggestedtarget': 'copy.docx' });
  expect([reply.status, await reply.text()]).toEqual([401, '']);
  expect(await siblingsOf(stage, file.fileId)).toEqual(['long.docx']);
});

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSbom, refresh } from './dependencies.mjs';
import {
  type AdvisoryFile,
  advisoriesOf,
  advisoryProblems,
  integrityProblems,
  licenceProblems,
  type Lockfile,
  packagesOf,
  productionPackages,
  uncheckedBuilds,
} from './dependency-rules.mjs';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as Lockfile;
const known = JSON.parse(read('tools/advisories.json')) as AdvisoryFile;

const integrity = `sha512-${'A'.repeat(86)}==`;
const lockWith = (entry: object): Lockfile => ({
  packages: { 'node_modules/tool': { version: '1.2.3', license: 'MIT', integrity, ...entry } },
});

describe('the dependencies of this version', () => {
  it('GUARD-43 no package of production has a licence that is not in the list', () => {
    expect(licenceProblems(lock)).toEqual([]);
  });

  it('GUARD-43 every entry of the lockfile has a SHA-512, except builds that no registry offered', () => {
    expect(integrityProblems(lock)).toEqual([]);
    const builds = packagesOf(lock).filter(({ entry }) => entry.integrity === undefined);
    expect(builds.map(({ name }) => name)).toEqual(uncheckedBuilds(lock));
  });

  it('GUARD-43 no package has a known advisory that was not accepted with a reason', () => {
    expect(advisoryProblems(lock, known)).toEqual([]);
  });

  it('GUARD-43 the bill of materials names every package of production with its hash', async () => {
    const sbom = (await createSbom()) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { name: string; version: string; purl: string; hashes?: { alg: string }[] }[];
    };
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'portal-vault' } } });
    expect(JSON.stringify(sbom)).not.toMatch(/distribution|"typescript@|@vault\/e2e/);
    const listed = new Map(sbom.components.map((one) => [decodeURIComponent(one.purl), one]));
    const missing = productionPackages(lock)
      .filter(({ entry }) => entry.integrity !== undefined)
      .filter(
        ({ name, version }) => listed.get(`pkg:npm/${name}@${version}`)?.hashes?.[0]?.alg !== 'SHA-512',
      );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe('the rules for dependencies', () => {
  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN x', undefined])(
    'GUARD-43 a package of production with the licence %s is refused',
    (license) => {
      expect(licenceProblems(lockWith({ license }))).toEqual([
        `tool 1.2.3 has the licence '${license ?? 'none'}'`,
      ]);
      expect(licenceProblems(lockWith({ license, dev: true }))).toEqual([]);
    },
  );

  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'])(
    'GUARD-43 a package with the licence %s is accepted',
    (license) => {
      expect(licenceProblems(lockWith({ license }))).toEqual([]);
    },
  );

  it.each([{ integrity: undefined }, { integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }])(
    'GUARD-43 an entry with %j is refused',
    (entry) => {
      expect(integrityProblems(lockWith(entry))).toHaveLength(1);
    },
  );

  it('GUARD-43 a known advisory is a problem until the package is updated or the advisory accepted', () => {
    const advisory = { id: 'GHSA-1', package: 'tool', range: '<1.3.0', severity: 'high', title: 'Leaks' };
    const file = { refreshedAt: '2026-11-23', advisories: [advisory], accepted: [] };
    expect(advisoryProblems(lockWith({}), file)).toEqual(['tool 1.2.3: Leaks (high, GHSA-1)']);
    expect(advisoryProblems(lockWith({ version: '1.3.0' }), file)).toEqual([]);
    const accepted = { ...file, accepted: [{ id: 'GHSA-1', reason: 'The call is not used.' }] };
    expect(advisoryProblems(lockWith({}), accepted)).toEqual([]);
    expect(advisoryProblems(lockWith({ version: '1.3.0' }), accepted)).toHaveLength(1);
    expect(
      advisoryProblems(lockWith({}), { ...file, accepted: [{ id: 'GHSA-1', reason: '' }] }),
    ).toHaveLength(1);
  });

  it('GUARD-43 advisories keep their identifier and name no host', () => {
    const via = {
      name: 'tool',
      url: 'https://host.example/advisories/GHSA-1',
      title: 'Leaks',
      severity: 'low',
      range: '<2',
    };
    const report = { vulnerabilities: { tool: { via: [via] }, user: { via: ['tool', via] } } };
    expect(advisoriesOf(report)).toEqual([
      { id: 'GHSA-1', package: 'tool', range: '<2', severity: 'low', title: 'Leaks' },
    ]);
  });
});

describe('the refresh of the advisories', () => {
  const REPLY = {
    'dependency-cruiser': [
      {
        id: 1,
        url: 'https://host.example/advisories/GHSA-1',
        title: 'Leaks',
        severity: 'high',
        vulnerable_versions: '<1000',
        cwe: [],
        cvss: { score: 0, vectorString: null },
      },
    ],
  };
  async function refreshFrom(statusCode: number) {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(statusCode, { 'content-type': 'application/json' });
      // npm also looks up the versions of a package with an advisory.
      const name = request.url?.slice(1);
      const versions = { '1000.0.0': { name, version: '1000.0.0' } };
      response.end(JSON.stringify(request.method === 'POST' ? REPLY : { name, versions }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'vault-advisories-'));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    });
    mkdirSync(join(folder, 'tools'));
    const path = join(folder, 'tools/advisories.json');
    writeFileSync(path, JSON.stringify({ refreshedAt: null, advisories: [], accepted: [] }));
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), join(folder, file));
    }
    const { port } = server.address() as AddressInfo;
    writeFileSync(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\nfetch-retries=0\n`);
    const count = refresh(folder, new Date('2026-11-23T12:00:00Z'));
    return { count, written: () => JSON.parse(readFileSync(path, 'utf8')) as AdvisoryFile };
  }

  it('GUARD-43 the refresh writes the advisories of the registry and its date to the file', async () => {
    const { count, written } = await refreshFrom(200);
    expect(await count).toBe(1);
    expect(written()).toMatchObject({
      refreshedAt: '2026-11-23',
      advisories: [{ id: 'GHSA-1', package: 'dependency-cruiser', severity: 'high' }],
    });
    expect(advisoryProblems(lock, written())).toHaveLength(1);
  });

  it('GUARD-43 a registry without advisories leaves the file unchanged', async () => {
    const { count, written } = await refreshFrom(405);
    await expect(count).rejects.toThrow('The registry of this machine returned no advisories');
    expect(written().refreshedAt).toBeNull();
  });
});

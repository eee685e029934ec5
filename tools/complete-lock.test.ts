import { describe, expect, it } from 'vitest';
import { addMissingBuilds, dropRegistryHosts } from './complete-lock.mjs';

const lockWith = (optionalDependencies: Record<string, string>, others = {}) => ({
  packages: { 'node_modules/tool': { version: '1.2.3', dev: true, optionalDependencies }, ...others },
});

describe('the lockfile', () => {
  it('the lockfile gets the platform builds that the registry did not offer, so npm ci succeeds', () => {
    const lock = lockWith({ '@tool/binding-linux-arm64-musl': '1.2.3', 'tool-darwin-x64': '1.2.3' });
    expect(addMissingBuilds(lock)).toEqual(['@tool/binding-linux-arm64-musl', 'tool-darwin-x64']);
    expect(lock.packages).toMatchObject({
      'node_modules/@tool/binding-linux-arm64-musl': {
        version: '1.2.3',
        os: ['linux'],
        cpu: ['arm64'],
        libc: ['musl'],
        dev: true,
        optional: true,
      },
      'node_modules/tool-darwin-x64': { version: '1.2.3', os: ['darwin'], cpu: ['x64'] },
    });
    expect(addMissingBuilds(lock)).toEqual([]);
  });

  it('the lockfile keeps a build of another version and gets the required one inside its package', () => {
    const lock = lockWith(
      { 'tool-linux-x64': '1.2.3' },
      { 'node_modules/tool-linux-x64': { version: '1.0.0' } },
    );
    addMissingBuilds(lock);
    expect(lock.packages).toMatchObject({
      'node_modules/tool-linux-x64': { version: '1.0.0' },
      'node_modules/tool/node_modules/tool-linux-x64': { version: '1.2.3' },
    });
  });

  it('a build with a version range, or a name without a platform, is refused', () => {
    expect(() => addMissingBuilds(lockWith({ 'tool-linux-x64': '^1.2.3' }))).toThrow('range');
    expect(() => addMissingBuilds(lockWith({ extras: '1.2.3' }))).toThrow('no platform');
  });

  it('the lockfile contains no registry host', () => {
    const host = 'https://registry.example.test/tool.tgz';
    const lock = {
      packages: {
        'node_modules/tool': { version: '1.2.3', resolved: host },
        'node_modules/ours': { resolved: 'web', link: true },
      },
    };
    expect(dropRegistryHosts(lock)).toBe(1);
    expect(lock.packages).toEqual({
      'node_modules/tool': { version: '1.2.3' },
      'node_modules/ours': { resolved: 'web', link: true },
    });
  });
});

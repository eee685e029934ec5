import { contract, type Endpoint } from '@vault/contract';

/** A route of the vault, with the schemas of its input if it is a call of the contract. */
export interface Route {
  method: string;
  /** with parameters as `:name` */
  path: string;
  endpoint: Endpoint | null;
}

const CALLS: Route[] = Object.values(contract)
  .flatMap((area) => Object.values(area as Record<string, Endpoint>))
  .map((endpoint) => ({ method: endpoint.method, path: endpoint.path, endpoint }));

const FS1 = '/api/v1/services/file-system';
const BYTES = [
  '/api/v2/services/file-system/upload/bytes/:address',
  `${FS1}/public/links/:token/upload/bytes/:visit/:address`,
];

/** Signed addresses, calls of the office service, and what has no schema. */
const OTHERS: Route[] = [
  ...BYTES.flatMap((path) => ['HEAD', 'PUT', 'PATCH'].map((method) => ({ method, path }))),
  ...[
    '/api/v1/activity-export/:address',
    '/api/v1/activity-proof/:address',
    '/api/v1/exposure-export/:address',
    `${FS1}/download/ticket/:address`,
    `${FS1}/links-export/:address`,
    `${FS1}/previews/:address`,
    `${FS1}/public/links/:token/download-ticket/:address`,
    `${FS1}/public/links/:token/preview/:address`,
    '/office/:address',
    '/wopi/files/:sfid',
    '/wopi/files/:sfid/contents',
    '/healthz',
    '/readyz',
    '/metrics',
    '/',
    '/assets/:name',
    '/api/:name',
  ].map((path) => ({ method: 'GET', path })),
  { method: 'POST', path: '/wopi/files/:sfid' },
  { method: 'POST', path: '/wopi/files/:sfid/contents' },
].map((route) => ({ ...route, endpoint: null }));

/** Every route of the vault. */
export const ROUTES: readonly Route[] = [...CALLS, ...OTHERS];

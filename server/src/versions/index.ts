export { deleteVersionsOf, findVersion, type StoredVersion } from './queries.ts';
export { versionRoutes } from './routes.ts';

export type { OrganiseParts } from './create-folder.ts';
export { organiseRoutes } from './routes.ts';

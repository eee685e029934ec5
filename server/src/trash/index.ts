export { trashRoutes } from './routes.ts';

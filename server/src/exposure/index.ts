export { exposureRoutes } from './routes.ts';

export { organiseRoutes } from './routes.ts';

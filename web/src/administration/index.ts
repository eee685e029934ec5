export { AdministrationPage } from './administration-page.tsx';

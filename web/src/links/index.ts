export { LinksTab } from './links-tab.tsx';

export { LinksTab } from './links-tab.tsx';
export { LinkViews } from './link-views-modal.tsx';

export { TrashTab } from './trash-tab.tsx';

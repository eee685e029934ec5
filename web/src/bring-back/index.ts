export { BringBackButton } from './bring-back-button.tsx';

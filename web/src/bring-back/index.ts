export { BringBackButton } from './bring-back-button.tsx';
export { BringBackProvider } from './bring-back-provider.tsx';

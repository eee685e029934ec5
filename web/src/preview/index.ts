export { previewCommands } from './commands.ts';
export { PreviewProvider } from './preview-provider.tsx';
export { usePreview } from './use-preview.ts';

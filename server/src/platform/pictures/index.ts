export { drawPicture, drawThumbnails } from './draw.ts';

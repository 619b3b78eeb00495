// Checks of pictures that are stored as they are: their bytes hold one picture and nothing else.
export { isJpeg } from './is-jpeg.ts';
export { isPng } from './is-png.ts';

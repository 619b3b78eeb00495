// The editors of formatted text, which are loaded when they are first shown.
import { lazyPart } from '#ui/feedback/lazy-part.tsx';

export const RichText = lazyPart(async () => (await import('./rich-text.tsx')).RichText);
export const PictureUpload = lazyPart(
  async () => (await import('./rich-text-rows.tsx')).PictureUpload,
);

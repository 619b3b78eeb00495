import { ContentPreview } from './content-preview.tsx';
import type { ActionPreviewProps, PagePartProps } from './page-part-props.ts';

/** Previews an announcement before it is published. */
export function TypedPopup({ values: { title, content, language } }: ActionPreviewProps) {
  return <PopupPreview title={title} content={content} language={language} />;
}

export function ShownPopup({ row: { title, content, language } }: PagePartProps) {
  return <PopupPreview title={title} content={content} language={language} />;
}

type PopupPreviewProps = {
  readonly title: unknown;
  readonly content: unknown;
  readonly language: unknown;
};

function PopupPreview({ title, content, language }: PopupPreviewProps) {
  return (
    <ContentPreview
      name="popups"
      language={typeof language === 'string' && language !== '' ? language : 'en'}
      preview={{ shown: { title, content }, notes: [] }}
      isShort
    />
  );
}

// What the page of one shows beyond its declaration, by the name of the resource.
import type { ComponentType } from 'react';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { ContentPage } from './content-page.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { DocumentViewer } from '../document-viewer.tsx';
import type { ActionPreviewProps, PagePartProps } from './page-part-props.ts';
import { ShownPopup, TypedPopup } from './popup-preview.tsx';

export const PAGE_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {
  documents: DocumentViewer,
  popups: ShownPopup,
};

/** What an action will bring about, shown while its form is filled in. */
export const ACTION_PREVIEWS: Readonly<Record<string, ComponentType<ActionPreviewProps>>> = {
  'popups.create': TypedPopup,
};

type OwnScreen = {
  /** Of one, in place of what the declaration alone would draw. */
  readonly Page: ComponentType<{ readonly resource: Resource }>;
  /** What adding one is called; without, the action `create` is a dialog. */
  readonly createText?: string;
};

/** Of what is worked on for longer than a dialog. */
export const OWN_SCREENS: Readonly<Record<string, OwnScreen>> = {
  pages: { Page: ContentPage, createText: CONTENT_TEXTS.newPage },
  singletons: { Page: ContentPage },
};

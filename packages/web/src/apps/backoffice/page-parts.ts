// What the page of one shows beyond its declaration, by the name of the resource.
import type { ComponentType } from 'react';
import { DocumentViewer } from './document-viewer.tsx';
import type { PagePartProps } from './page-part-props.ts';

export const PAGE_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {
  documents: DocumentViewer,
};

// What the page of one shows beyond its declaration, by the name of the resource.
import type { ComponentType } from 'react';

export type PagePartProps = { readonly row: { readonly [name: string]: unknown } };

export const PAGE_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {};

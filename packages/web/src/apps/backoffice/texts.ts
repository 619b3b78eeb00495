// In the page’s language; texts/en and texts/de hold the texts.
import { CATALOGUE } from './texts/catalogue.ts';

export const TEXTS = CATALOGUE.office;

// The German catalogue: a file of its own in the build.
import { refusals as rejections } from '#i18n/de/refusals.ts';
import type { Catalogue } from '../catalogue-type.ts';
import { compliance } from './compliance.ts';
import { content } from './content.ts';
import { dealing } from './dealing.ts';
import { lists } from './lists.ts';
import { accounts, choices, hints, names } from './names.ts';
import { office } from './office.ts';
import { phrases } from './phrases.ts';
import { resources } from './resources.ts';
import { routes } from './staff-resources.ts';
import { work } from './work.ts';

export const GERMAN: Catalogue = {
  office: { ...office, ...work },
  lists,
  content,
  compliance,
  dealing,
  names,
  choices,
  hints,
  accounts,
  resources,
  routes,
  rejections,
  phrases,
};

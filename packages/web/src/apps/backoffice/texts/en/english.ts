// The English catalogue. It defines the keys of the others. Declarations are written in English, so
// their texts need no entry here.
import { compliance } from './compliance.ts';
import { content } from './content.ts';
import { dealing } from './dealing.ts';
import { lists } from './lists.ts';
import { accounts, choices, hints, names } from './names.ts';
import { office } from './office.ts';
import { work } from './work.ts';

export const ENGLISH = {
  office: { ...office, ...work },
  lists,
  content,
  compliance,
  dealing,
  names,
  choices,
  hints,
  accounts,
  resources: {},
  routes: {},
  rejections: {},
  phrases: [],
};

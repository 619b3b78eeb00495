import { image } from './sample-files.ts';

/** Forms that are refused: what is wrong, their entries, the status, the errors and the clause. */
export const BAD_FORMS = [
  ['no file', [['type', 'passport']], 422, { files: 'This field is required' }, 'v-doc-required'],
  ['no type', [['files', image()]], 422, { type: 'This field is required' }, 'e-upload-types'],
  [
    'another type',
    [
      ['files', image()],
      ['type', 'selfie'],
    ],
    422,
    { type: 'must be passport or address or funding' },
    'e-upload-types',
  ],
  [
    'two files',
    [
      ['files', image()],
      ['files', image()],
      ['type', 'passport'],
    ],
    422,
    { files: 'takes one file at a time' },
    'c-upload',
  ],
  [
    'a file of another field',
    [
      ['file', image()],
      ['type', 'passport'],
    ],
    422,
    { file: 'is not a known field' },
    'c-upload',
  ],
  [
    'two types',
    [
      ['files', image()],
      ['type', 'passport'],
      ['type', 'address'],
    ],
    422,
    { type: 'comes more than once' },
    'c-upload',
  ],
  [
    'a field that is not asked for',
    [
      ['files', image()],
      ['type', 'passport'],
      ['status', '2'],
    ],
    422,
    { status: 'is not a known field' },
    'c-upload',
  ],
  [
    'a side of a passport',
    [
      ['files', image()],
      ['type', 'passport'],
      ['side', 'back'],
    ],
    422,
    { side: 'only a funding document has sides' },
    'c-upload',
  ],
] as const;

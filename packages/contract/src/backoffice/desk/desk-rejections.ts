// Error codes of the work of staff; `rejections.ts` lists them with all others.
export const DESK_REJECTIONS = {
  'document-not-current': {
    status: 409,
    text: 'This document is not approved, or a newer one has replaced it. Reload it.',
    retryable: false,
  },
  'screening-open': {
    status: 409,
    text: 'The screening of this customer is not clear. Decide about it first.',
    retryable: false,
  },
  'screening-off': {
    status: 409,
    text: 'The provider was not asked: none is configured, or it was asked too often today.',
    retryable: false,
  },
  'too-many-images': {
    status: 409,
    text: 'The site has {maximum} pictures, which is the maximum.',
    retryable: false,
  },
  'record-missing': {
    status: 404,
    text: 'This record doesn’t exist, or nobody has to decide anything about it.',
    retryable: false,
  },
} as const;

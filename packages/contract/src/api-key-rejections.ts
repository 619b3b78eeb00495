// Error codes that only API keys cause; `rejections.ts` lists them with all others.
export const API_KEY_REJECTIONS = {
  'api-key-invalid': {
    status: 401,
    text: 'The API key is missing, unknown, expired or revoked',
    retryable: false,
  },
  'scope-missing': {
    status: 403,
    text: 'This API key does not have the scope {scope}',
    retryable: false,
  },
  'network-refused': {
    status: 403,
    text: "This API key can't be used from this network",
    retryable: false,
  },
  'live-key-required': {
    status: 403,
    text: 'A practice key can’t do this. Use a live key',
    retryable: false,
  },
  'too-many-api-keys': {
    status: 422,
    text: 'You can have at most {maximum} API keys',
    retryable: false,
  },
  'too-many-channels': {
    status: 422,
    text: 'A connection can have at most {maximum} channels',
    retryable: false,
  },
  'too-many-watchlists': {
    status: 422,
    text: 'You can have at most {maximum} watchlists',
    retryable: false,
  },
  'too-many-webhooks': {
    status: 422,
    text: 'You can have at most {maximum} webhooks',
    retryable: false,
  },
  'webhook-disabled': {
    status: 409,
    text: 'The webhook is disabled. Enable it, then send the event again',
    retryable: false,
  },
  'webhook-target-refused': {
    status: 422,
    text: 'Events can’t be sent to this address',
    retryable: false,
  },
} as const;

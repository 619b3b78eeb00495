// Error codes of price alerts and push notifications; `rejections.ts` lists them with all others.
export const NOTIFICATION_REJECTIONS = {
  'alert-reached': {
    status: 422,
    text: 'The price has already reached this level',
    retryable: false,
  },
  'too-many-alerts': {
    status: 422,
    text: 'You can have at most {maximum} active price alerts',
    retryable: false,
  },
  'push-target-refused': {
    status: 422,
    text: 'Notifications can’t be sent to this browser',
    retryable: false,
  },
  'too-many-push-devices': {
    status: 422,
    text: 'You can have at most {maximum} devices. Remove one first.',
    retryable: false,
  },
  'push-not-delivered': {
    status: 502,
    text: 'The browser’s push service did not accept the notification. Try again later, or enable notifications on the device again.',
    retryable: true,
  },
} as const;

export const webPush = {
  title: 'Push notifications',
  text: 'Shown by this browser or device even when no page of this site is open. The texts are encrypted on the way.',
  enable: 'Enable on this device',
  topics: 'Notify me about',
  'topic-orders': 'Orders filled, expired or cancelled',
  'topic-closes': 'Positions closed by a level or the broker',
  'topic-margin': 'Margin warnings',
  'topic-alerts': 'Price alerts',
  'topic-money': 'Deposits and withdrawals',
  'topic-security': 'Sign-ins and security',
  since: 'Since {moment}',
  delivered: 'last delivered {moment}',
  neverDelivered: 'nothing delivered yet',
  thisOne: 'This device',
  test: 'Send test',
  testNamed: 'Send test to {name}',
  tested: 'Test notification sent',
  remove: 'Remove',
  removeNamed: 'Remove {name}',
  failed: "We couldn't reach the server, so nothing was changed.",
  'obstacle-insecure': 'Push notifications need a secure connection (https).',
  'obstacle-home-screen':
    'On iPhone and iPad, add this site to the home screen first (Share, then Add to Home Screen), and open it from there.',
  'obstacle-unsupported': "This browser doesn't support push notifications.",
  'obstacle-blocked':
    'Notifications of this site are blocked in this browser. Allow them in its site settings, then reload this page.',
  'obstacle-dismissed':
    'The browser has no permission to show notifications. Enable them again and choose “Allow”.',
  'obstacle-failed':
    "The browser couldn't reach its push service. Check the connection and try again.",
} as const;

// The practice account.
export const practice = {
  text: 'Virtual money at live prices. Profits are not paid out.',
  reset: 'Reset',
  resetConfirm: 'Reset now',
  cancel: 'Cancel',
  resetQuestion: 'Close all positions, cancel all orders and restore {amount}?',
  resetDone: 'Your practice account has {amount} again.',
  resetUnknown: "The reset isn't confirmed. Check your balance, then try again.",
  goLive: 'Go live',
  offer: 'Practise with € {amount} of virtual money',
} as const;

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
  first: 'Want to trade right away? Practise with virtual money; no details are needed.',
  practise: 'Start practising',
  performance: 'Performance',
  more: 'More',
  tour: 'Tour of the trading screen',
  tourStep: '{step} of {steps}',
  tourMarket: 'Choose a market: the list shows live prices, and a click opens its chart.',
  tourTicket:
    'Open a trade: choose an amount and a leverage, then Buy if you expect the price to rise, or Sell if you expect it to fall.',
  tourPosition:
    'Your trade appears under Positions with its current profit. Close it there, or set a stop loss and a take profit.',
  tourHelp: 'This tour is also under “Display and keyboard”.',
  tourReset: 'Reset restores your practice money once a day.',
  tourSkip: 'Skip',
  tourBack: 'Back',
  tourNext: 'Next',
  tourEnd: 'Done',
  offer: 'Practise with € {amount} of virtual money',
} as const;

// Texts of the mark-outs on the dealing page.
export const dealing = {
  markOuts: 'Toxic flow: price moves after fills',
  markOutsHint:
    'The mean move of the middle price in the customer’s favour after the fills of the last 24 hours, in basis points, and what it is on their notional after 10 seconds. Openings and closings by customers count; automatic trading does not. A high value over many fills means that the customer’s prices are ahead of yours.',
  markOutsEmpty:
    'No fill of the last 24 hours is in the quote log. Fills appear here after a minute.',
  markOutFills: 'Fills:',
  markOutsUnknown: 'Fills without a logged quote:',
  fills: 'Fills',
  after_1s: 'After 1 s (bp)',
  after_10s: 'After 10 s (bp)',
  after_60s: 'After 60 s (bp)',
  markOutPlot: 'Course',
  gain: 'Customer’s gain after 10 s',
} as const;

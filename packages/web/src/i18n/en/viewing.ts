export const viewing = {
  banner: 'Viewing as staff',
  viewing: 'You are viewing a customer’s account as staff.',
  viewingOf: 'You are viewing the account of {name} ({email}) as staff.',
  nothingChanges: 'Nothing can be changed here. The view ends after 15 minutes.',
  leave: 'End the view',
  left: 'The view has ended',
  expired: 'The view has expired',
  closeTab: 'Your back office is still open in the tab you came from. This tab can be closed.',
  toBackOffice: 'Open the back office here',
} as const;

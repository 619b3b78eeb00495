export const profile = {
  title: 'Personal details',
  loading: 'Loading',
  incomplete: 'Some details are missing. All ten are needed before your first deposit.',
  locked: 'Your account is verified. Contact us to change your name, date of birth or country.',
  choose: 'Choose a country',
  save: 'Save',
  saved: 'The data was successfully saved',
  failed: 'Nothing was saved because the server could not be reached. Please try again.',
} as const;

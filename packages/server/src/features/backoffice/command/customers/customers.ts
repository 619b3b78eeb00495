// Subcommands for customers, their documents and permissions, and affiliates.
export { affiliateCommand } from './affiliate-command.ts';
export { autoLoginCommand } from './auto-login-command.ts';
export { customerCommand } from './customer-command.ts';
export { documentCommand } from './document-command.ts';
export { editProfileCommand } from './edit-profile-command.ts';
export { secondFactorCommand } from './second-factor-command.ts';
export { permitCommand, permitted } from './permit-command.ts';

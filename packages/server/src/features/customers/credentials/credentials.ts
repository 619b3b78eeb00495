// Customer authentication: sign-in, email confirmation, passwords, second factors.
export { checkAuthenticationLevel, checkCredentialChange } from './check-authentication-level.ts';
export { confirmEmailOnWord } from './confirm-email.ts';
export { credentialRoutes } from './credential-routes.ts';
export type { CredentialRoutesDeps } from './credential-routes.ts';
export { sendPasswordReset } from './forgot-password.ts';
export { holdCredentials } from './hold-credentials.ts';
export { mailAutoLogin } from './mail-auto-login.ts';
export { mailConfirmation } from './mail-confirmation.ts';
export { stepUpWithPassword } from './step-up.ts';
export type { StepUpDeps } from './step-up.ts';
export { turnOffSecondFactor } from './second-factor.ts';
export type { SendConfirmationDeps } from './send-confirmation.ts';
export { signIn } from './sign-in.ts';
export type { SignInDeps } from './sign-in.ts';
export { startCustomerSession } from './start-customer-session.ts';
export type { Client, StartSessionDeps } from './start-customer-session.ts';
export { startViewing } from './start-viewing.ts';
export type { View, Viewing } from './start-viewing.ts';

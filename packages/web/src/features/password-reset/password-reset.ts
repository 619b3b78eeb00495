// The forgotten password: requesting a link by mail, and setting a new password with it.
export { PasswordRequest } from './password-request.tsx';
export { PasswordReset } from './password-reset-form.tsx';

// A forgotten password: asking for a link by mail, and setting a new one by it.
export { PasswordRequest } from './password-request.tsx';
export { PasswordReset } from './password-reset-form.tsx';

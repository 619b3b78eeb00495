// What affiliates do here: sign in, see whom they referred, copy their links, change the password.
export { AffiliatePassword } from './affiliate-password.tsx';
export { AffiliateSignIn } from './affiliate-sign-in.tsx';
export { Links } from './links.tsx';
export { SignUps } from './sign-ups.tsx';

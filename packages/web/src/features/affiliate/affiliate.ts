// The affiliates' features: sign-in, referred sign-ups, links, password.
export { AffiliateFactor } from './affiliate-factor.tsx';
export { AffiliatePassword } from './affiliate-password.tsx';
export { AffiliateSignIn } from './affiliate-sign-in.tsx';
export { Links } from './links.tsx';
export { SignUps } from './sign-ups.tsx';

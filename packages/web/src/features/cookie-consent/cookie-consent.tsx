// Cookie consent: which third-party content may load. Asked once, and can be changed at any time.
export { CookieBar } from './cookie-bar.tsx';
export { CookieSettings } from './cookie-settings.tsx';

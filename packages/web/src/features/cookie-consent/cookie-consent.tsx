// What may be loaded of other companies: asked once, and to be changed at any time.
export { CookieBar } from './cookie-bar.tsx';
export { CookieSettings } from './cookie-settings.tsx';

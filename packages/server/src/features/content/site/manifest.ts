/** Returns the web app manifest, with which the site can be installed like an app. */
export function toManifest(operatorName: string): string {
  const icon = (src: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `/icons/${src}`,
    sizes,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: operatorName,
    short_name: operatorName,
    start_url: '/platform',
    scope: '/',
    display: 'standalone',
    background_color: '#0d1214',
    theme_color: '#0d1214',
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
  });
}

// Shows the site's content: a layout of components, some of them widgets of the app.
export { ContentLayout, type Widget, type Widgets } from './content-layout.tsx';
export { hasComponent, parseLayout, readText } from './parse-layout.ts';

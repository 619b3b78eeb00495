// Shows what somebody wrote for the site: a layout of components, some of them widgets that the app
// puts in.
export { ContentLayout, type Widget, type Widgets } from './content-layout.tsx';
export { hasComponent, parseLayout, readText } from './parse-layout.ts';

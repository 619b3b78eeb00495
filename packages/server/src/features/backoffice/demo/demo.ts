// The customers, staff, affiliate and calendar events that a first start creates for trying the program.
export { createDemoWorld } from './create-demo-world.ts';

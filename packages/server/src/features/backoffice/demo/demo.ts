// The customers, staff, affiliate and calendar events that a first start creates for trying the program.
export { createDemoData } from './create-demo-data.ts';

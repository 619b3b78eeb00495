// Subcommands for pages, pop-ups, messages and the economic calendar.
export { calendarCommand } from './calendar-command.ts';
export { contactCommand } from './contact-command.ts';
export { contentCommand } from './content-command.ts';
export { popupCommand } from './popup-command.ts';

// Subcommands for pages, pop-ups, messages and the economic calendar.
export { calendarVerb } from './calendar-verb.ts';
export { contactVerb } from './contact-verb.ts';
export { contentVerb } from './content-verb.ts';
export { popupVerb } from './popup-verb.ts';

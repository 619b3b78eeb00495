// Component templates that the form inserts into a page.

const text = (html: string): object => ({ component: 'text', settings: { text: html } });

export const SNIPPETS: Readonly<Record<string, object>> = {
  heading: { component: 'heading', settings: { text: 'Heading', tag: 'h2' } },
  text: text('<p>Text</p>'),
  section: { component: 'section', settings: { class: '' }, children: [text('<p>Text</p>')] },
  grid: {
    component: 'grid',
    settings: {},
    columns: [{ children: [text('<p>Left</p>')] }, { children: [text('<p>Right</p>')] }],
  },
  image: {
    component: 'image',
    settings: { image: { path: '/storage/picture.png', meta: { title: 'What it shows' } } },
  },
  gallery: { component: 'gallery', settings: { gallery: [] } },
  button: { component: 'button', settings: { text: 'Press', url: '/register' } },
  carousel: {
    component: 'carousel',
    settings: { label: 'Slides' },
    children: [text('<p>First</p>'), text('<p>Second</p>')],
  },
  divider: { component: 'divider' },
  form: { component: 'form', settings: { form: 'contact' } },
  map: { component: 'map', settings: {} },
  crossrates: { component: 'crossrates' },
  calendar: { component: 'calendar' },
  markets: { component: 'markets' },
  actions: { component: 'actions' },
};

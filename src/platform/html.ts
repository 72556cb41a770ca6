/** Text that is markup already. Only `html` makes it, so nothing gets there unescaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Markup from a template: what is filled in is escaped, unless it is markup itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | Markup | readonly Markup[])[]
): Markup {
  const filled = parts.map((part, at) => part + textOf(values[at] ?? ''))
  return new Markup(filled.join(''))
}

function textOf(value: string | Markup | readonly Markup[]): string {
  if (typeof value === 'string') return escaped(value)
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Text that is markup already. Only `html` makes it, so nothing gets there unescaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Markup from a template: what is filled in is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup)[]): Markup {
  const filled = parts.map((part, at) => {
    const value = values[at]
    if (value === undefined) return part
    return part + (value instanceof Markup ? value.text : escaped(value))
  })
  return new Markup(filled.join(''))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Text that is markup already. Only `html` makes it, so nothing gets there unescaped. */
export class SafeHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Markup from a template: what is filled in is escaped, unless it is markup itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | SafeHtml | readonly SafeHtml[])[]
): SafeHtml {
  const filled = parts.map((part, at) => part + toText(values[at] ?? ''))
  return new SafeHtml(filled.join(''))
}

function toText(value: string | SafeHtml | readonly SafeHtml[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return value instanceof SafeHtml ? value.text : value.map(({ text }) => text).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

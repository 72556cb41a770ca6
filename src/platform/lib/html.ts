/** Text that is safe HTML. Only `html` creates it, so all other text is escaped. */
export class SafeHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Creates HTML from a template. Values are escaped unless they are `SafeHtml`. */
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

import { html, SafeHtml } from '#platform/lib/html'

export const empty = new SafeHtml('')

/** Converts the parts of a text in `backticks` to code. */
export function inlineMarkdown(text: string): SafeHtml {
  const parts = text.split(/(`[^`]+`)/)
  const marked = parts.map((part) =>
    part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`,
  )
  return html`${marked}`
}

/** Renders JSON with highlighted names, strings and literals. */
export function highlightJson(value: unknown): SafeHtml {
  const text = JSON.stringify(value, null, 2)
  const tokens = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b)/)
  return html`${tokens.map((token) => {
    if (/^".*:$/s.test(token)) return html`<b>${token.slice(0, -1)}</b>:`
    if (token.startsWith('"')) return html`<i>${token}</i>`
    if (/^(true|false|null)$/.test(token)) return html`<u>${token}</u>`
    return html`${token}`
  })}`
}

/** Converts a title to an anchor. */
export const toSlug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

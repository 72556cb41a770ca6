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

/** Converts a title to an anchor. */
export const toSlug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

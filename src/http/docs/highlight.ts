import { html, SafeHtml } from '#platform/lib/html'
import { lazyPackage } from '#platform/lib/lazy-package'

/** The part of highlight.js that the site uses. Its own types bring the globals of browsers into the service. */
interface Highlighter {
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

const loadHighlighter = lazyPackage<Highlighter>('highlight.js/lib/common')

/** Renders code with the parts of its language marked for the styles. Code of an unknown language stays plain text. */
export function highlight(code: string, language: string): SafeHtml {
  const highlighter = loadHighlighter()
  if (highlighter.getLanguage(language) === undefined) return html`${code}`
  return new SafeHtml(highlighter.highlight(code, { language, ignoreIllegals: true }).value)
}

export const highlightJson = (value: unknown): SafeHtml =>
  highlight(JSON.stringify(value, null, 2), 'json')

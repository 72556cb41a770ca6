import type { Tokens } from 'marked'
import { html, SafeHtml } from '#platform/lib/html'
import { lazyPackage } from '#platform/lib/lazy-package'
import { highlight } from './highlight.ts'
import { type PageLinks, resolveLink } from './links.ts'
import { renderSamples, type Sample } from './samples/samples.ts'

const loadMarked = lazyPackage<typeof import('marked')>('marked')

export interface RenderedGuide {
  title: string
  /** The start of the first paragraph of the text, without markup. */
  summary: string
  body: SafeHtml
  /** The headings of level 2, for a list next to the text. */
  headings: readonly Heading[]
  /** Whether the text has samples in several languages, which are tabs. */
  hasSamples: boolean
}

interface Heading {
  id: string
  text: string
}

/**
 * Renders a file of the repository as a page. The function escapes HTML in the file. A curl command after the comment
 * `<!-- sample: createGiftRequest -->` gets the samples of this operation in the other languages.
 */
export function renderMarkdown(
  text: string,
  file: string,
  links: PageLinks,
  findSamples: (operationId: string) => readonly Sample[] = () => [],
): RenderedGuide {
  const headings: Heading[] = []
  let operationId: string | undefined
  let hasSamples = false
  let title = file
  const marked = new (loadMarked().Marked)({
    renderer: {
      heading({ tokens, text: source, depth }) {
        const inside = new SafeHtml(this.parser.parseInline(tokens))
        const plain = stripMarkdown(source)
        if (depth === 1) {
          title = plain
          return html`<h1>${inside}</h1>`.text
        }
        const id = toAnchor(source)
        if (depth === 2) headings.push({ id, text: plain })
        return new SafeHtml(
          `<h${depth} id="${id}">${inside.text} ${renderAnchor(id, plain).text}</h${depth}>`,
        ).text
      },
      code: ({ text: code, lang = '' }) => {
        if (operationId === undefined) return renderCodeBlock(code, lang).text
        const others = findSamples(operationId).filter(({ language }) => language !== 'curl')
        operationId = undefined
        hasSamples = true
        return renderSamples([{ language: 'curl', title: 'curl', code }, ...others]).text
      },
      html: ({ text: markup }) => {
        operationId = /^<!-- sample: (\w+) -->/.exec(markup)?.[1] ?? operationId
        if (markup === '<br>') return markup
        return markup.trim().startsWith('<!--') ? '' : html`${markup}`.text
      },
      link({ href, tokens }) {
        const inside = new SafeHtml(this.parser.parseInline(tokens))
        const url = resolveLink(href, file, links)
        return (url === undefined ? inside : html`<a href="${url}">${inside}</a>`).text
      },
      image: ({ href, text: altText }) =>
        html`<img src="${resolveLink(href, file, links) ?? ''}" alt="${altText}" loading="lazy">`
          .text,
      table(token) {
        return renderTable(this.parser, token)
      },
    },
  })
  const tokens = marked.lexer(text).filter((token) => !isTableOfContents(token as Tokens.Generic))
  const body = new SafeHtml(marked.parser(tokens))
  return { title, summary: summarize(tokens), body, headings, hasSamples }
}

const maxSummaryLength = 160

function summarize(tokens: readonly { type: string; raw: string }[]): string {
  const isProse = ({ type, raw }: { type: string; raw: string }) =>
    (type === 'paragraph' || type === 'list') && raw.length > 40 && !/^[-\s*]*Status:/.test(raw)
  const text = stripMarkdown(tokens.find(isProse)?.raw ?? '')
    .replace(/^[-\s]+|\s+/g, ' ')
    .trim()
  if (text.length <= maxSummaryLength) return text
  return `${text.slice(0, maxSummaryLength).replace(/\s+\S*$/, '')} …`
}

interface InlineParser {
  parseInline(tokens: Tokens.TableCell['tokens']): string
}

function renderTable(parser: InlineParser, token: Tokens.Table): string {
  const head = token.header.map((cell) =>
    cell.text === '' ? '<td></td>' : `<th scope="col">${renderInline(parser, cell)}</th>`,
  )
  const rows = token.rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${renderInline(parser, cell)}</td>`).join('')}</tr>`,
  )
  // A table without a header is a list of names and values.
  const hasHeader = token.header.some(({ text: cell }) => cell !== '')
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${
    hasHeader ? `<thead><tr>${head.join('')}</tr></thead>` : ''
  }<tbody>${rows.join('')}</tbody></table></div>`
}

const renderInline = (parser: InlineParser, { tokens }: Tokens.TableCell): string =>
  parser.parseInline(tokens)

/**
 * Returns whether a part of a file is a table of contents. The site leaves it out, because it shows its own
 * table next to the text.
 */
function isTableOfContents(token: Tokens.Generic): boolean {
  if (token.type !== 'list') return false
  const { items } = token as Tokens.List
  return items.every(({ text }) => /^\[[^\]]+\]\(#[^)]+\)$/.test(text.trim()))
}

const renderAnchor = (id: string, text: string): SafeHtml =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`

/** Renders a block of code. The copy button stays hidden until its script runs. */
function renderCodeBlock(code: string, lang: string): SafeHtml {
  const language = lang.split(/\s/)[0] ?? ''
  return html`<figure class="code">${
    language === ''
      ? new SafeHtml('')
      : html`<figcaption>${languageNames[language] ?? language}</figcaption>`
  }<button class="copy" type="button" hidden>Copy</button><pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>`
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  nginx: 'nginx',
  caddy: 'Caddyfile',
}

const stripMarkdown = (source: string) =>
  source.replace(/[`*]/g, '').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')

/** Returns the anchor of a heading. It is the same anchor as on the hosts of repositories. */
export const toAnchor = (source: string): string =>
  source
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * Converts a file to its Markdown version for the site. Links point to Markdown versions. Links to files that
 * the site does not have become text. The markers of generated tables are removed.
 */
export function toMarkdown(text: string, file: string, links: PageLinks, origin: string): string {
  const parts = text.split(/(^```[\s\S]*?^```$)/m)
  return parts.map((part) => (part.startsWith('```') ? part : rewriteLinks(part))).join('')

  function rewriteLinks(part: string): string {
    return part
      .replace(/<!--[\s\S]*?-->\n?\n?/g, '')
      .replace(
        /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
        (_all, mark: string, label: string, href: string) => {
          const url = resolveLink(href, file, links)
          return url === undefined ? label : `${mark}[${label}](${toMarkdownUrl(url, origin)})`
        },
      )
  }
}

/** Appends `.md` to the URL of a page. Other URLs stay unchanged. */
function toMarkdownUrl(url: string, origin: string): string {
  if (!url.startsWith('/')) return url
  const [path = '', heading] = url.split('#')
  const markdownPath = /\.\w+$/.test(path) ? path : `${path}.md`
  return `${origin}${markdownPath}${heading === undefined ? '' : `#${heading}`}`
}

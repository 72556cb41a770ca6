import { Marked, type Tokens } from 'marked'
import { html, SafeHtml } from '#platform/lib/html'
import { type PageLinks, resolveLink } from './links.ts'

export interface RenderedGuide {
  title: string
  body: SafeHtml
  /** The headings of the second order, for a list beside the text. */
  headings: readonly Heading[]
}

interface Heading {
  id: string
  text: string
}

/** A file of ours as a page of the site. Markup in it is shown as it is written, never passed on. */
export function renderMarkdown(text: string, file: string, links: PageLinks): RenderedGuide {
  const headings: Heading[] = []
  let title = file
  const marked = new Marked({
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
      code: ({ text: code, lang = '' }) => renderCodeBlock(code, lang).text,
      html: ({ text: markup }) => (markup.trim().startsWith('<!--') ? '' : html`${markup}`.text),
      link({ href, tokens }) {
        const inside = new SafeHtml(this.parser.parseInline(tokens))
        const url = resolveLink(href, file, links)
        return (url === undefined ? inside : html`<a href="${url}">${inside}</a>`).text
      },
      image: ({ href, text: altText }) =>
        html`<img src="${resolveLink(href, file, links) ?? ''}" alt="${altText}" loading="lazy">`
          .text,
      table(token) {
        const head = token.header.map((cell) =>
          cell.text === '' ? '<td></td>' : `<th scope="col">${renderInline(this, cell)}</th>`,
        )
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => `<td>${renderInline(this, cell)}</td>`).join('')}</tr>`,
        )
        // One without a head is a list of pairs.
        const hasHeader = token.header.some(({ text: cell }) => cell !== '')
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${
          hasHeader ? `<thead><tr>${head.join('')}</tr></thead>` : ''
        }<tbody>${rows.join('')}</tbody></table></div>`
      },
    },
  })
  const tokens = marked.lexer(text).filter((token) => !isTableOfContents(token as Tokens.Generic))
  const body = new SafeHtml(marked.parser(tokens))
  return { title, body, headings }
}

const renderInline = (
  { parser }: { parser: { parseInline(tokens: Tokens.TableCell['tokens']): string } },
  { tokens }: Tokens.TableCell,
): string => parser.parseInline(tokens)

/** The list of contents that a file begins with; the site shows its own, beside the text. */
function isTableOfContents(token: Tokens.Generic): boolean {
  if (token.type !== 'list') return false
  const { items } = token as Tokens.List
  return items.every(({ text }) => /^\[[^\]]+\]\(#[^)]+\)$/.test(text.trim()))
}

const renderAnchor = (id: string, text: string): SafeHtml =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`

/** A block of code; the button is shown by the script that makes it work. */
function renderCodeBlock(code: string, lang: string): SafeHtml {
  const language = lang.split(/\s/)[0] ?? ''
  return html`<figure class="code">${
    language === ''
      ? new SafeHtml('')
      : html`<figcaption>${languageNames[language] ?? language}</figcaption>`
  }<button class="copy" type="button" hidden>Copy</button><pre tabindex="0"><code>${code}</code></pre></figure>`
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

/** A heading as it stands behind the # of a link, the same as where the files are read on the web. */
export const toAnchor = (source: string): string =>
  source
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * The same file as Markdown to be read from the site: its links lead to other twins, what only the
 * repository has is no link, and the marks of generated tables are gone.
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

/** Pages of the site lead to their twins; everything else stays as it is. */
function toMarkdownUrl(url: string, origin: string): string {
  if (!url.startsWith('/')) return url
  const [path = '', heading] = url.split('#')
  const markdownPath = /\.\w+$/.test(path) ? path : `${path}.md`
  return `${origin}${markdownPath}${heading === undefined ? '' : `#${heading}`}`
}

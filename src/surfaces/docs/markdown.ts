import { Marked, type Tokens } from 'marked'
import { html, SafeHtml } from '#platform/html'
import { type Places, placeOf } from './places.ts'

export interface Rendered {
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
export function renderMarkdown(text: string, file: string, places: Places): Rendered {
  const headings: Heading[] = []
  let title = file
  const marked = new Marked({
    renderer: {
      heading({ tokens, text: source, depth }) {
        const inside = new SafeHtml(this.parser.parseInline(tokens))
        const plain = plainOf(source)
        if (depth === 1) {
          title = plain
          return html`<h1>${inside}</h1>`.text
        }
        const id = anchorOf(source)
        if (depth === 2) headings.push({ id, text: plain })
        return new SafeHtml(
          `<h${depth} id="${id}">${inside.text} ${anchor(id, plain).text}</h${depth}>`,
        ).text
      },
      code: ({ text: code, lang = '' }) => codeBlock(code, lang).text,
      html: ({ text: markup }) => (markup.trim().startsWith('<!--') ? '' : html`${markup}`.text),
      link({ href, tokens }) {
        const inside = new SafeHtml(this.parser.parseInline(tokens))
        const place = placeOf(href, file, places)
        return (place === undefined ? inside : html`<a href="${place}">${inside}</a>`).text
      },
      image: ({ href, text: what }) =>
        html`<img src="${placeOf(href, file, places) ?? ''}" alt="${what}" loading="lazy">`.text,
      table(token) {
        const head = token.header.map((cell) =>
          cell.text === '' ? '<td></td>' : `<th scope="col">${inline(this, cell)}</th>`,
        )
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => `<td>${inline(this, cell)}</td>`).join('')}</tr>`,
        )
        // One without a head is a list of pairs.
        const isHeaded = token.header.some(({ text: cell }) => cell !== '')
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${
          isHeaded ? `<thead><tr>${head.join('')}</tr></thead>` : ''
        }<tbody>${rows.join('')}</tbody></table></div>`
      },
    },
  })
  const tokens = marked.lexer(text).filter((token) => !isContents(token as Tokens.Generic))
  const body = new SafeHtml(marked.parser(tokens))
  return { title, body, headings }
}

const inline = (
  { parser }: { parser: { parseInline(tokens: Tokens.TableCell['tokens']): string } },
  { tokens }: Tokens.TableCell,
): string => parser.parseInline(tokens)

/** The list of contents that a file begins with; the site shows its own, beside the text. */
function isContents(token: Tokens.Generic): boolean {
  if (token.type !== 'list') return false
  const { items } = token as Tokens.List
  return items.every(({ text }) => /^\[[^\]]+\]\(#[^)]+\)$/.test(text.trim()))
}

const anchor = (id: string, text: string): SafeHtml =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`

/** A block of code; the button is shown by the script that makes it work. */
function codeBlock(code: string, lang: string): SafeHtml {
  const language = lang.split(/\s/)[0] ?? ''
  return html`<figure class="code">${
    language === ''
      ? new SafeHtml('')
      : html`<figcaption>${names[language] ?? language}</figcaption>`
  }<button class="copy" type="button" hidden>Copy</button><pre tabindex="0"><code>${code}</code></pre></figure>`
}

const names: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  nginx: 'nginx',
  caddy: 'Caddyfile',
}

const plainOf = (source: string) =>
  source.replace(/[`*]/g, '').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')

/** A heading as it stands behind the # of a link, the same as where the files are read on the web. */
export const anchorOf = (source: string): string =>
  source
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * The same file as Markdown to be read from the site: its links lead to other twins, what only the
 * repository has is no link, and the marks of generated tables are gone.
 */
export function twinOf(text: string, file: string, places: Places, origin: string): string {
  const parts = text.split(/(^```[\s\S]*?^```$)/m)
  return parts.map((part) => (part.startsWith('```') ? part : relinked(part))).join('')

  function relinked(part: string): string {
    return part
      .replace(/<!--[\s\S]*?-->\n?\n?/g, '')
      .replace(
        /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
        (_all, mark: string, words: string, href: string) => {
          const place = placeOf(href, file, places)
          return place === undefined ? words : `${mark}[${words}](${twinPlace(place, origin)})`
        },
      )
  }
}

/** Pages of the site lead to their twins; everything else stays as it is. */
function twinPlace(place: string, origin: string): string {
  if (!place.startsWith('/')) return place
  const [path = '', heading] = place.split('#')
  const twin = /\.\w+$/.test(path) ? path : `${path}.md`
  return `${origin}${twin}${heading === undefined ? '' : `#${heading}`}`
}

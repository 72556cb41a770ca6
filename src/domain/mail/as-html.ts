import type { CSSProperties } from 'react'
import { createElement as h } from 'react'
import { bodyOf, type Kit } from './body-html.ts'
import { darkSheet, font, paper, small, type Tint, text, tintOf } from './look.ts'
import type { Parts } from './parts.ts'

/*
 * The twin with colours. Built of tables by components that know the ways of mail programs; all styles
 * inline, and a sheet beside them for the dark, which only those read that have it. Nothing in it needs
 * a picture to be understood.
 */

/** What a letter wears: the campaign's colours, or our own. */
export interface Dress {
  color: string
  /** A picture that mail programs show; without one the name stands there. */
  logo_url: string | null
  /** Who it comes from, as a name. */
  name: string
  /** In place of the letter's own heading, on the first letter of a gift. */
  headline: string | null
}

/** The whole letter as HTML. */
export async function asHtml(parts: Parts, dress: Dress, language: string): Promise<string> {
  // Heavy, and only needed by who sends: loaded with the first letter, not with the program.
  const [kit, { render }] = await Promise.all([
    import('@react-email/components'),
    import('@react-email/render'),
  ])
  const tint = tintOf(dress.color)
  const letter = h(
    kit.Html,
    { lang: language },
    h(
      kit.Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, parts.subject),
      h('style', { dangerouslySetInnerHTML: { __html: darkSheet(tint) } }),
    ),
    h(
      kit.Body,
      { className: 'paper', style: { margin: 0, padding: '24px 12px', background: paper.light } },
      h(kit.Preview, null, parts.preview),
      h(
        kit.Container,
        { className: 'frame', style: { maxWidth: '560px', width: '100%' } },
        bandOf(kit, parts, dress, tint),
        bodyOf(kit, parts, tint),
        footOf(kit, parts),
      ),
    ),
  )
  return forOutlook(await render(letter))
}

/** Outlook on Windows ignores max-width: a table of fixed width, which it alone reads, goes around the frame. */
function forOutlook(html: string): string {
  const start = html.search(/<table(?=[^>]*class="frame")/)
  const end = html.lastIndexOf('</table>', html.lastIndexOf('</td>')) + '</table>'.length
  if (start < 0 || end <= start) return html
  return `${html.slice(0, start)}${outlookOnly('<table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td>')}${html.slice(start, end)}${outlookOnly('</td></tr></table>')}${html.slice(end)}`
}

const outlookOnly = (html: string) => `<!--[if mso]>${html}<![endif]-->`

/** The gift itself, as far as a table can draw one: paper in the campaign's colour and a ribbon below the words. */
function bandOf({ Row, Column, Heading, Img, Text }: Kit, parts: Parts, dress: Dress, tint: Tint) {
  const name: CSSProperties = {
    ...text,
    margin: '0 0 18px',
    color: tint.onBand,
    fontSize: '14px',
    lineHeight: '20px',
    letterSpacing: '.04em',
    fontWeight: 600,
  }
  return [
    h(Row, {
      key: 'band',
      style: { backgroundColor: tint.band, borderRadius: '16px 16px 0 0' },
      children: h(
        Column,
        { className: 'band', style: { padding: '34px 36px 30px' } },
        dress.logo_url === null
          ? h(Text, { style: name }, dress.name)
          : h(Img, {
              src: dress.logo_url,
              alt: dress.name,
              height: 36,
              style: { ...name, height: '36px', width: 'auto', maxWidth: '220px' },
            }),
        h(
          Heading,
          { as: 'h1', className: 'big', style: big(tint) },
          dress.headline ?? parts.heading,
        ),
      ),
    }),
    h(Row, {
      key: 'ribbon',
      style: { backgroundColor: tint.ribbon },
      children: h(
        Column,
        { style: { height: '8px', lineHeight: '8px', fontSize: '1px' } },
        '\u00a0',
      ),
    }),
  ]
}

const big = (tint: Tint): CSSProperties => ({
  margin: 0,
  color: tint.onBand,
  fontFamily: font,
  fontSize: '30px',
  lineHeight: '38px',
  fontWeight: 700,
  letterSpacing: '-.01em',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
})

const footOf = ({ Row, Column, Text }: Kit, parts: Parts) =>
  h(Row, {
    children: h(
      Column,
      { className: 'inner', style: { padding: '20px 36px' } },
      h(
        Text,
        { className: 'soft', style: { ...small, fontSize: '12px', lineHeight: '18px', margin: 0 } },
        parts.why,
      ),
    ),
  })

import type { CSSProperties } from 'react'
import { createElement as h } from 'react'
import { getTextDirection } from '#platform/lib/languages'
import type { EmailContent } from '../templates/email-content.ts'
import type { Components } from './components.ts'
import {
  type BrandColors,
  background,
  darkModeCss,
  deriveBrandColors,
  fontFamily,
  lineBreakCss,
  smallTextStyle,
  textStyle,
} from './email-styles.ts'
import { renderBody } from './html-body.ts'
import { renderReceipt } from './html-receipt.ts'

/*
 * The HTML version of an email. It consists of tables from components that handle the differences between
 * email clients, with inline styles and a style sheet for dark mode. Readers can understand the content
 * without images.
 */

/** The branding of an email: that of the campaign, of the account, or of Bestow. */
export interface EmailTheme {
  color: string
  /**
   * The URL of a logo in a format that email clients display. An email without a logo shows the name of the
   * account.
   */
  logo_url: string | null
  /** The name of the account. */
  name: string
  /** The headline of the campaign. In the first email of a gift it is above the heading of the email. */
  headline: string | null
  /**
   * The URL of a picture of the wrapped gift. This service hosts the picture, which has 1200 by 630 pixels.
   */
  art_url?: string | null
}

/** Renders the complete HTML document. */
export async function renderHtml(
  content: EmailContent,
  theme: EmailTheme,
  language: string,
): Promise<string> {
  // Loads the components with the first email instead of at startup, because only a process that sends emails
  // needs them.
  const [{ components }, { render }] = await Promise.all([
    import('./components.ts'),
    import('@react-email/render'),
  ])
  const colors = deriveBrandColors(theme.color)
  const direction = getTextDirection(language)
  const element = h(
    components.Html,
    { lang: language, dir: direction },
    h(
      components.Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, content.subject),
      h('style', {
        dangerouslySetInnerHTML: { __html: darkModeCss(colors) + lineBreakCss(language) },
      }),
    ),
    h(
      components.Body,
      {
        className: 'paper',
        style: { margin: 0, padding: '24px 12px', background: background.light },
      },
      h(components.Preview, null, content.preview),
      h(
        components.Container,
        { className: 'frame', style: { maxWidth: '560px', width: '100%' } },
        renderArt(components, content, theme, colors),
        renderBanner(components, content, theme, colors),
        renderBody(components, content, colors, direction),
        renderFooter(components, content),
      ),
    ),
  )
  return wrapForOutlook(await render(element))
}

/**
 * Surrounds the frame with a table of fixed width, because Outlook on Windows ignores `max-width`. The table
 * is conditional, and only Outlook reads it.
 */
function wrapForOutlook(html: string): string {
  const start = html.search(/<table(?=[^>]*class="frame")/)
  const end = html.lastIndexOf('</table>', html.lastIndexOf('</td>')) + '</table>'.length
  if (start < 0 || end <= start) return html
  return `${html.slice(0, start)}${outlookConditional('<table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td>')}${html.slice(start, end)}${outlookConditional('</td></tr></table>')}${html.slice(end)}`
}

const outlookConditional = (html: string) => `<!--[if mso]>${html}<![endif]-->`

/**
 * Renders the picture of the wrapped gift, which is a link to the gift. A client without pictures shows the
 * description of the picture in the colours of the banner.
 */
const renderArt = (
  { Row, Column, Img }: Components,
  { artAlt = '', button }: EmailContent,
  { art_url }: EmailTheme,
  colors: BrandColors,
) =>
  art_url == null
    ? null
    : h(Row, {
        style: { backgroundColor: colors.banner, borderRadius: '16px 16px 0 0' },
        children: h(
          Column,
          null,
          h(
            'a',
            { href: button.url, style: { textDecoration: 'none' } },
            h(Img, {
              src: art_url,
              alt: artAlt,
              width: 560,
              height: 294,
              className: 'art',
              style: artStyle(colors),
            }),
          ),
        ),
      })

const artStyle = (colors: BrandColors): CSSProperties => ({
  ...textStyle,
  display: 'block',
  width: '100%',
  height: 'auto',
  margin: 0,
  color: colors.onBanner,
  textAlign: 'center',
  borderRadius: '16px 16px 0 0',
})

/**
 * Renders the banner as a wrapped gift: the background has the colour of the campaign, and a ribbon is below
 * the heading.
 */
function renderBanner(
  components: Components,
  content: EmailContent,
  theme: EmailTheme,
  colors: BrandColors,
) {
  const { Row, Column, Heading, Img, Text } = components
  const name: CSSProperties = {
    ...textStyle,
    margin: '0 0 18px',
    color: colors.onBanner,
    fontSize: '14px',
    lineHeight: '20px',
    letterSpacing: '.04em',
    fontWeight: 600,
  }
  return [
    h(Row, {
      key: 'band',
      style: {
        backgroundColor: colors.banner,
        borderRadius: theme.art_url == null ? '16px 16px 0 0' : 0,
      },
      children: h(
        Column,
        { className: 'band', style: { padding: '34px 36px 30px' } },
        theme.logo_url === null
          ? h(Text, { style: name }, theme.name)
          : h(Img, {
              src: theme.logo_url,
              alt: theme.name,
              height: 36,
              style: { ...name, height: '36px', width: 'auto', maxWidth: '220px' },
            }),
        h(
          Heading,
          { as: 'h1', className: 'big', dir: 'auto', style: headingStyle(colors) },
          theme.headline ?? content.heading,
        ),
        theme.headline !== null &&
          h(Text, { style: { ...name, margin: '12px 0 0', fontSize: '16px' } }, content.heading),
        renderReceipt(components, content, colors),
      ),
    }),
    h(Row, {
      key: 'ribbon',
      style: { backgroundColor: colors.ribbon },
      children: h(
        Column,
        { style: { height: '8px', lineHeight: '8px', fontSize: '1px' } },
        '\u00a0',
      ),
    }),
  ]
}

const headingStyle = (colors: BrandColors): CSSProperties => ({
  margin: 0,
  color: colors.onBanner,
  fontFamily,
  fontSize: '30px',
  lineHeight: '38px',
  fontWeight: 700,
  letterSpacing: '-.01em',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
})

const renderFooter = ({ Row, Column, Text }: Components, content: EmailContent) =>
  h(Row, {
    children: h(
      Column,
      { className: 'inner', style: { padding: '20px 36px' } },
      h(
        Text,
        {
          className: 'soft',
          style: { ...smallTextStyle, fontSize: '12px', lineHeight: '18px', margin: 0 },
        },
        content.footer,
      ),
    ),
  })

import type { FastifyReply } from 'fastify'
import { html, SafeHtml } from '#platform/html'
import type { Assets } from './assets.ts'
import { globe } from './drawing.ts'
import { ownPath } from './picture.ts'
import { hashOf, themeStyle } from './theme.ts'
import type { Tongue } from './tongue.ts'
import { type Language, languages } from './words.ts'

/** One page, as the person in front of it gets it. */
export interface Sheet {
  /** Never with anything about the recipient: titles end up in histories and over shoulders. */
  title: string
  main: SafeHtml
  /** How the page is laid out; one of the classes of the style sheet. */
  layout: 'split' | 'wide' | 'narrow' | 'pair'
  status?: number
  /** What just happened, above the page. */
  notice?: string | undefined
}

/** Where the operator's privacy notice and legal notice are. */
export interface LegalLinks {
  privacy?: string | undefined
  imprint?: string | undefined
}

/** What stands around every page of one person. */
export interface Frame {
  assets: Assets
  tongue: Tongue
  theme: { color: string; logo_url: string } | undefined
  origin: string
  sender: { name: string; email: string } | undefined
  /** Pages of the operator that the footer links to. */
  legalLinks: LegalLinks
  /** How the language is changed: by going somewhere, or by sending the form that is on the page. */
  change: ChangeLanguage
}

/** `own`: nothing was typed, but the choice is to be remembered, so a form of its own is sent. */
export type ChangeLanguage =
  | { kind: 'link' | 'own'; to: (language: Language) => string }
  | {
      kind: 'form'
      id: string
      /** What the form does when its language is changed. */
      value: string
      /** What it does when somebody presses Enter in one of its fields. */
      enter: string
      to: (language: Language) => string
    }

export const nothing = new SafeHtml('')

/** What the sender wrote is in the campaign's language, whatever the page's is (WCAG 2.2, 3.1.2). */
export const inTheirWords = ({ campaign_locale }: { campaign_locale: string | null }): SafeHtml =>
  campaign_locale === null ? dirAuto : html` lang="${campaign_locale}" dir="auto"`

/** Text whose direction follows from its letters. */
const dirAuto = new SafeHtml(' dir="auto"')

/** Sends a page that runs nothing but our script, loads nothing but ours, and is kept by nobody. */
export function sendSheet(reply: FastifyReply, frame: Frame, sheet: Sheet): FastifyReply {
  const style = themeStyle(frame.theme?.color)
  return reply
    .code(sheet.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(style),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'accept-language',
    })
    .send(documentOf(frame, sheet, style))
}

const policyOf = (style: string) =>
  [
    `default-src 'none'`,
    `style-src 'self' ${hashOf(style)}`,
    `script-src 'self'`,
    `connect-src 'self'`, // for the script, which fetches another country's fields
    `img-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

function documentOf(frame: Frame, { title, main, layout, notice }: Sheet, style: string): string {
  const { assets, tongue } = frame
  const { say } = tongue
  return html`<!doctype html>
<html lang="${tongue.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta property="og:title" content="${say('title.gift')}">
<meta property="og:description" content="${say('unwrap.headingNobody')}">
<meta property="og:type" content="website">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon.path}">
<link rel="stylesheet" href="${assets.style.path}">
${new SafeHtml(`<style>${style}</style>`)}
<script src="${assets.script.path}" defer></script>
</head>
<body class="${layout}" data-offline="${say('common.offline')}" data-sending="${say('common.sending')}">
${enterButton(frame.change)}<a class="skip" href="#main">${say('common.skip')}</a>
<header class="top">${logoOf(frame)}${languageControl(frame)}</header>
${
  notice === undefined
    ? nothing
    : html`<p class="notice" role="status">${notice}</p>
`
}<main id="main" tabindex="-1">
${main}
</main>
${footerOf(frame)}
</body>
</html>
`.text
}

/**
 * The Enter key presses the first button of a form, in the order of the page: that must be the way on,
 * and neither another language nor another country.
 */
const enterButton = (change: ChangeLanguage) =>
  change.kind === 'form'
    ? html`<button class="unseen" form="${change.id}" name="do" value="${change.enter}" tabindex="-1" aria-hidden="true"></button>`
    : nothing

function logoOf({ theme, origin }: Frame): SafeHtml {
  const path = theme === undefined ? undefined : ownPath(theme.logo_url, origin)
  return path === undefined
    ? html`<span class="logo"></span>`
    : html`<span class="logo"><img src="${path}" alt="" height="36"></span>`
}

function languageControl({ tongue, change }: Frame): SafeHtml {
  const { say } = tongue
  const name = languages.find(([language]) => language === tongue.language)?.[1] ?? ''
  const id = change.kind === 'form' ? change.id : 'language'
  const value = change.kind === 'form' ? change.value : 'show'
  const choices = languages.map(([language, name]) => {
    const isThis = language === tongue.language ? new SafeHtml(' aria-current="true"') : nothing
    return change.kind === 'link'
      ? html`<li><a href="${change.to(language)}" lang="${language}" hreflang="${language}"${isThis}>${name}</a></li>`
      : html`<li><button form="${id}" formaction="${change.to(language)}" name="do" value="${value}" formnovalidate lang="${language}"${isThis}>${name}</button></li>`
  })
  const own = change.kind === 'own' ? html`<form method="post" id="language"></form>` : nothing
  return html`<details class="tongue"><summary>${globe}<span class="unseen">${say('common.language')} </span>${name}</summary><ul>${choices}</ul></details>${own}`
}

/** The same help in the same place on every page (WCAG 2.2, 3.2.6). */
function footerOf({ tongue: { say }, sender, legalLinks }: Frame): SafeHtml {
  const legal = [
    [legalLinks.privacy, say('footer.privacy')],
    [legalLinks.imprint, say('footer.imprint')],
  ].map(([url, label = '']) =>
    url === undefined ? nothing : html` · <a href="${url}" rel="noopener">${label}</a>`,
  )
  if (sender === undefined)
    return html`<footer><p>${say('common.help')}</p><p>${say('common.quiet')}${legal}</p></footer>`
  const [before = '', after = ''] = say('common.question', { sender: '\u0000' }).split('\u0000')
  return html`<footer><p>${before}<a href="mailto:${sender.email}"><bdi>${sender.name}</bdi></a>${after}</p><p>${say('common.quiet')}${legal}</p></footer>`
}

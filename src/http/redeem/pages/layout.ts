import type { FastifyReply } from 'fastify'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { type Language, languages } from '../i18n/translations.ts'
import { cspHash, themeStyle } from '../styles/theme-css.ts'
import type { Assets } from './assets.ts'
import { globeIcon } from './illustrations.ts'
import { sameOriginPath } from './image.ts'

/** One page, as the person in front of it gets it. */
export interface Page {
  /** Never with anything about the recipient: titles end up in histories and over shoulders. */
  title: string
  main: SafeHtml
  /** How the page is laid out; one of the classes of the style sheet. */
  bodyClass: 'split' | 'wide' | 'narrow' | 'pair'
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
export interface Layout {
  assets: Assets
  localizer: Localizer
  theme: { color: string; logo_url: string } | undefined
  origin: string
  sender: { name: string; email: string } | undefined
  /** Pages of the operator that the footer links to. */
  legalLinks: LegalLinks
  /** How the language is changed: by going somewhere, or by sending the form that is on the page. */
  languageSwitch: LanguageSwitch
}

/** `own`: nothing was typed, but the choice is to be remembered, so a form of its own is sent. */
export type LanguageSwitch =
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

export const empty = new SafeHtml('')

/** What the sender wrote is in the campaign's language, whatever the page's is (WCAG 2.2, 3.1.2). */
export const inCampaignLanguage = ({
  campaign_locale,
}: {
  campaign_locale: string | null
}): SafeHtml => (campaign_locale === null ? dirAuto : html` lang="${campaign_locale}" dir="auto"`)

/** Text whose direction follows from its letters. */
const dirAuto = new SafeHtml(' dir="auto"')

/** Sends a page that runs nothing but our script, loads nothing but ours, and is kept by nobody. */
export function sendPage(reply: FastifyReply, layout: Layout, page: Page): FastifyReply {
  const style = themeStyle(layout.theme?.color)
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': buildPolicy(style),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'accept-language',
    })
    .send(renderDocument(layout, page, style))
}

const buildPolicy = (style: string) =>
  [
    `default-src 'none'`,
    `style-src 'self' ${cspHash(style)}`,
    `script-src 'self'`,
    `connect-src 'self'`, // for the script, which fetches another country's fields
    `img-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

function renderDocument(
  layout: Layout,
  { title, main, bodyClass, notice }: Page,
  style: string,
): string {
  const { assets, localizer } = layout
  const { t } = localizer
  return html`<!doctype html>
<html lang="${localizer.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta property="og:title" content="${t('title.gift')}">
<meta property="og:description" content="${t('unwrap.headingNobody')}">
<meta property="og:type" content="website">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon.path}">
<link rel="stylesheet" href="${assets.style.path}">
${new SafeHtml(`<style>${style}</style>`)}
<script src="${assets.script.path}" defer></script>
</head>
<body class="${bodyClass}" data-offline="${t('common.offline')}" data-sending="${t('common.sending')}">
${renderEnterButton(layout.languageSwitch)}<a class="skip" href="#main">${t('common.skip')}</a>
<header class="top">${renderLogo(layout)}${renderLanguageMenu(layout)}</header>
${
  notice === undefined
    ? empty
    : html`<p class="notice" role="status">${notice}</p>
`
}<main id="main" tabindex="-1">
${main}
</main>
${renderFooter(layout)}
</body>
</html>
`.text
}

/**
 * The Enter key presses the first button of a form, in the order of the page: that must be the way on,
 * and neither another language nor another country.
 */
const renderEnterButton = (languageSwitch: LanguageSwitch) =>
  languageSwitch.kind === 'form'
    ? html`<button class="unseen" form="${languageSwitch.id}" name="do" value="${languageSwitch.enter}" tabindex="-1" aria-hidden="true"></button>`
    : empty

function renderLogo({ theme, origin }: Layout): SafeHtml {
  const path = theme === undefined ? undefined : sameOriginPath(theme.logo_url, origin)
  return path === undefined
    ? html`<span class="logo"></span>`
    : html`<span class="logo"><img src="${path}" alt="" height="36"></span>`
}

function renderLanguageMenu({ localizer, languageSwitch }: Layout): SafeHtml {
  const { t } = localizer
  const name = languages.find(([language]) => language === localizer.language)?.[1] ?? ''
  const id = languageSwitch.kind === 'form' ? languageSwitch.id : 'language'
  const value = languageSwitch.kind === 'form' ? languageSwitch.value : 'show'
  const options = languages.map(([language, name]) => {
    const currentMark =
      language === localizer.language ? new SafeHtml(' aria-current="true"') : empty
    return languageSwitch.kind === 'link'
      ? html`<li><a href="${languageSwitch.to(language)}" lang="${language}" hreflang="${language}"${currentMark}>${name}</a></li>`
      : html`<li><button form="${id}" formaction="${languageSwitch.to(language)}" name="do" value="${value}" formnovalidate lang="${language}"${currentMark}>${name}</button></li>`
  })
  const own =
    languageSwitch.kind === 'own' ? html`<form method="post" id="language"></form>` : empty
  return html`<details class="tongue"><summary>${globeIcon}<span class="unseen">${t('common.language')} </span>${name}</summary><ul>${options}</ul></details>${own}`
}

/** The same help in the same place on every page (WCAG 2.2, 3.2.6). */
function renderFooter({ localizer: { t }, sender, legalLinks }: Layout): SafeHtml {
  const legal = [
    [legalLinks.privacy, t('footer.privacy')],
    [legalLinks.imprint, t('footer.imprint')],
  ].map(([url, label = '']) =>
    url === undefined ? empty : html` · <a href="${url}" rel="noopener">${label}</a>`,
  )
  if (sender === undefined)
    return html`<footer><p>${t('common.help')}</p><p>${t('common.quiet')}${legal}</p></footer>`
  const [before = '', after = ''] = t('common.question', { sender: '\u0000' }).split('\u0000')
  return html`<footer><p>${before}<a href="mailto:${sender.email}"><bdi>${sender.name}</bdi></a>${after}</p><p>${t('common.quiet')}${legal}</p></footer>`
}

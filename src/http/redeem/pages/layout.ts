import type { FastifyReply } from 'fastify'
import * as campaigns from '#campaigns'
import { languageRows } from '#contract/languages'
import type { RedemptionItem } from '#gifting'
import { sendCompressed } from '#platform/lib/compressed-sender'
import { html, SafeHtml } from '#platform/lib/html'
import { type Language, languageOfLocale, languages } from '#platform/lib/languages'
import { openerPolicy } from '#platform/lib/opener-policy'
import type { Localizer } from '../i18n/localizer.ts'
import { cspHash, themeStyle } from '../styles/theme-css.ts'
import type { Assets } from './assets.ts'
import { globeIcon } from './illustrations.ts'
import { sameOriginPath } from './image.ts'

/** The content of one page. */
export interface Page {
  /**
   * The title of the page. It contains no personal data, because other people can see titles in browser
   * histories and on shared screens.
   */
  title: string
  main: SafeHtml
  /** The layout class in the style sheet. */
  bodyClass: 'split' | 'wide' | 'narrow' | 'pair' | 'pair gift-first'
  status?: number
  /** Whether the page is the first page of a gift. That page does not need the styles of the other pages. */
  isFirst?: boolean
  /** Whether the page shows the gifts of a one-link. */
  isClaim?: boolean
  /** A message about the last action. The page shows it above the content. */
  notice?: string | undefined
  /** When the browser loads the page again. Use it only for a page without input. */
  refreshAfterSeconds?: number | undefined
}

/** The URLs of the operator's privacy notice and legal notice. */
export interface LegalLinks {
  privacy?: string | undefined
  imprint?: string | undefined
}

/** The header, footer, theme and language menu of a page. */
export interface Layout {
  assets: Assets
  localizer: Localizer
  theme: { color: string; logo_url: string } | undefined
  /** The paper and the ribbon of the drawn gift. */
  wrapping?: campaigns.Wrapping | undefined
  /** The origin of pictures, which the page loads from its own host. */
  origin: string
  /** The origin of the links of the account. */
  publicOrigin: string
  sender: { name: string; email: string } | undefined
  /** The subject of an email that the recipient writes to the sender. */
  reference?: string | undefined
  /** The links to pages of the operator in the footer. */
  legalLinks: LegalLinks
  /** The behaviour of the language menu: it follows links or submits a form. */
  languageSwitch: LanguageSwitch
}

/**
 * The kinds of the language menu. `link` saves nothing. `own` submits a separate form that saves the
 * language; the page has no input. `form` submits the form on the page, so that its input is not lost.
 */
export type LanguageSwitch =
  | { kind: 'link' | 'own'; to: (language: Language) => string }
  | {
      kind: 'form'
      id: string
      /** The form action that changes the language. */
      value: string
      /** The form action that runs when the user presses Enter in a field. */
      enter: string
      to: (language: Language) => string
    }

export const empty = new SafeHtml('')

/** A gift or a one-link with texts of its sender. */
export interface CampaignTexts {
  campaign_locale: string | null
  /** The texts of the campaign that exist in the language of the page. */
  translated?: ReadonlySet<campaigns.TranslatedText>
}

/** Returns whether a text of the campaign is in the language of the page. */
export const isInPageLanguage = (
  { language }: Localizer,
  { campaign_locale, translated }: CampaignTexts,
  text: campaigns.TranslatedText,
): boolean =>
  translated?.has(text) === true || languageOfLocale(campaign_locale ?? language) === language

/**
 * Marks a text of the sender with the language of the campaign. This language may differ from the language of
 * the page (WCAG 2.2, 3.1.2).
 */
export const inCampaignLanguage = (
  { campaign_locale, translated }: CampaignTexts,
  text?: campaigns.TranslatedText,
): SafeHtml =>
  campaign_locale === null || (text !== undefined && translated?.has(text) === true)
    ? dirAuto
    : html` lang="${campaign_locale}" dir="auto"`

/** Marks a text of an item with its language if the page has another language. */
export const inItemLanguage = (
  { locales }: Pick<RedemptionItem, 'locales'>,
  text: keyof NonNullable<RedemptionItem['locales']>,
): SafeHtml => {
  const locale = locales?.[text]
  return locale === undefined ? empty : html` lang="${locale}" dir="auto"`
}

/** An attribute with which the characters of a text decide its direction. */
const dirAuto = new SafeHtml(' dir="auto"')

/**
 * Sends a page. Its policy allows only scripts, styles and images of the same origin. No cache stores the
 * page.
 */
export function sendPage(reply: FastifyReply, layout: Layout, page: Page): FastifyReply {
  const style = themeStyle(layout.theme?.color, layout.wrapping?.ribbon)
  reply.code(page.status ?? 200).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': buildPolicy(style),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    ...openerPolicy(layout.origin),
    'permissions-policy': permissionsPolicy,
    vary: 'accept-language, accept-encoding',
    ...(page.refreshAfterSeconds !== undefined && { refresh: String(page.refreshAfterSeconds) }),
  })
  const document = renderDocument(layout, page, style)
  return isPrivate(reply) ? reply.send(document) : sendCompressed(reply, document)
}

/** The policy that forbids the pages to use devices of the visitor, such as the camera. */
const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=()'

/**
 * Returns whether the page may show the address or a code next to text from the request. If the page were
 * compressed, its size would reveal whether both texts are alike (BREACH).
 */
const isPrivate = ({ request }: FastifyReply): boolean =>
  request.method !== 'GET' ||
  /bestow_(recipient|draft)=/.test(request.headers.cookie ?? '') ||
  /[?&](d|proof)=/.test(request.url)

const buildPolicy = (style: string) =>
  [
    `default-src 'none'`,
    `style-src 'self' ${cspHash(style)}`,
    `script-src 'self'`,
    `connect-src 'self'`, // the script fetches the address fields of another country
    `img-src 'self'`,
    `media-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

function renderDocument(
  layout: Layout,
  { title, main, bodyClass, notice, isFirst = false, isClaim = false }: Page,
  style: string,
): string {
  const { assets, localizer } = layout
  const { t } = localizer
  return html`<!doctype html>
<html lang="${localizer.language}"${localizer.direction === 'rtl' ? html` dir="rtl"` : empty}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta property="og:title" content="${t('title.gift')}">
<meta property="og:description" content="${t('unwrap.headingWithoutName')}">
<meta property="og:type" content="website">
<meta property="og:image" content="${previewImageUrl(layout)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon.path}">
<link rel="stylesheet" href="${assets.firstStyle.path}">${
    isFirst
      ? empty
      : html`
<link rel="stylesheet" href="${assets.style.path}">`
  }${isClaim ? html`\n<link rel="stylesheet" href="${assets.claimStyle.path}">` : empty}
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
 * Returns the URL of the picture that chats show for a link. The picture is the wrapped gift. It shows no
 * name and no item.
 */
const previewImageUrl = ({ publicOrigin, theme, wrapping = campaigns.defaultWrapping }: Layout) =>
  `${publicOrigin}${campaigns.wrappingImagePath(wrapping, theme?.color ?? '')}`

/**
 * Renders a hidden button that continues. The Enter key activates the first submit button of a form in
 * document order. Without the hidden button, Enter could change the language or the country.
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
  const name = languageRows[localizer.language].name
  const id = languageSwitch.kind === 'form' ? languageSwitch.id : 'language'
  const value = languageSwitch.kind === 'form' ? languageSwitch.value : 'show'
  const options = languages.map((language) => {
    const name = languageRows[language].name
    const currentMark =
      language === localizer.language ? new SafeHtml(' aria-current="true"') : empty
    return languageSwitch.kind === 'link'
      ? html`<li><a href="${languageSwitch.to(language)}" lang="${language}" hreflang="${language}"${currentMark}>${name}</a></li>`
      : html`<li><button form="${id}" formaction="${languageSwitch.to(language)}" name="do" value="${value}" formnovalidate lang="${language}"${currentMark}>${name}</button></li>`
  })
  const own =
    languageSwitch.kind === 'own' ? html`<form method="post" id="language" hidden></form>` : empty
  return html`<details class="language-menu"><summary>${globeIcon}<span class="unseen">${t('common.language')} </span>${name}</summary><ul>${options}</ul></details>${own}`
}

/** Renders the footer. It offers the same help in the same place on every page (WCAG 2.2, 3.2.6). */
function renderFooter({ localizer: { t }, sender, reference, legalLinks }: Layout): SafeHtml {
  const legal = [
    [legalLinks.privacy, t('footer.privacy')],
    [legalLinks.imprint, t('footer.imprint')],
  ].map(([url, label = '']) =>
    url === undefined ? empty : html` · <a href="${url}" rel="noopener">${label}</a>`,
  )
  if (sender === undefined)
    return html`<footer><p>${t('common.help')}</p><p>${t('common.quiet')}${legal}</p></footer>`
  const [before = '', after = ''] = t('common.question', { sender: '\u0000' }).split('\u0000')
  const subject = reference === undefined ? '' : `?subject=${encodeURIComponent(reference)}`
  return html`<footer><p>${before}<a href="mailto:${sender.email}${subject}"><bdi>${sender.name}</bdi></a>${after}</p><p>${t('common.quiet')}${legal}</p></footer>`
}

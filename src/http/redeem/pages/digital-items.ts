import type { ItemContent } from '#digital'
import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import { toFormatLocale } from '#platform/lib/languages'
import type { Localizer } from '../i18n/localizer.ts'
import { empty, inCampaignLanguage, inItemLanguage } from './layout.ts'
import { withSenderLink } from './sender-link.ts'
import type { PageUrls } from './urls.ts'

/*
 * The digital items of a gift. A visitor with a recipient proof reveals each item with a button. The button
 * sends a POST request, so that a mail scanner which opens the page reveals nothing. A visitor with only the
 * link sees that there are digital items.
 */

export interface DigitalView {
  /** Whether the browser has a recipient proof. */
  isRecipient: boolean
  /** The contents of the revealed items, by item. Empty without a recipient proof. */
  contents: ReadonlyMap<string, ItemContent>
}

type DigitalItem = RedemptionPage['digital_items'][number]

export function renderDigitalItems(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  { isRecipient, contents }: DigitalView,
): SafeHtml {
  if (gift.digital_items.length === 0) return empty
  const items = gift.digital_items.map((item) => {
    const line = gift.line_items?.find(({ line_item_id }) => line_item_id === item.line_item_id)
    const content = contents.get(item.id)
    const body =
      content === undefined
        ? renderClosed(localizer, urls, gift, item, isRecipient)
        : renderContent(localizer, urls, gift, item, content)
    return html`<section class="digital" id="item-${item.id}"><h2${line === undefined ? empty : inItemLanguage(line, 'name')}>${line?.name ?? ''}</h2>${body}</section>`
  })
  return html`${items}${isRecipient ? empty : renderHidden(localizer, urls, gift)}`
}

/** Renders a text that says how a visitor without a recipient proof can see the items. */
function renderHidden({ t }: Localizer, urls: PageUrls, gift: RedemptionPage): SafeHtml {
  if (gift.digital_items.every(({ given_at }) => given_at === null)) return empty
  const action = gift.can_request_link
    ? html`<form method="post" action="${urls.to('link')}" id="link"><p class="bar"><button class="main">${t('digital.send')}</button></p></form>`
    : html`<p>${withSenderLink({ t }, 'digital.ask', gift)}</p>`
  return html`<section class="sealed"><p>${t('digital.hidden')}</p>${action}</section>`
}

const revealKeys = {
  code: 'digital.revealCode',
  link: 'digital.revealLink',
  file: 'digital.revealFile',
} as const

/** Renders an item that is not revealed yet, or that waits for its code. */
function renderClosed(
  { t }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  item: DigitalItem,
  isRecipient: boolean,
): SafeHtml {
  if (item.given_at === null) return html`<p>${t('digital.waiting')}</p>`
  if (!isRecipient) return html`<p class="dots" aria-hidden="true">•••• •••• ••••</p>`
  return html`${renderReplaced({ t }, item)}<form method="post" action="${urls.to('reveal')}"><input type="hidden" name="item" value="${item.id}"><p class="bar"><button class="main">${t(revealKeys[item.delivery])}${gift.digital_items.length > 1 ? html`<span class="unseen"> – ${itemName(gift, item)}</span>` : empty}</button></p></form>`
}

const itemName = ({ line_items }: RedemptionPage, item: DigitalItem) =>
  line_items?.find(({ line_item_id }) => line_item_id === item.line_item_id)?.name ?? ''

const renderReplaced = ({ t }: Pick<Localizer, 't'>, { replaced_at }: DigitalItem): SafeHtml =>
  replaced_at === null ? empty : html`<p class="good" role="status">${t('digital.replaced')}</p>`

function renderContent(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  item: DigitalItem,
  content: ItemContent,
): SafeHtml {
  const { t, date } = localizer
  const { code, pin, expires_on, url, file, instructions } = content
  const isEmpty = code === null && url === null && file === null
  return html`${renderReplaced(localizer, item)}${
    isEmpty ? html`<p>${withSenderLink({ t }, 'digital.pending', gift)}</p>` : empty
  }${code === null ? empty : renderSecret(localizer, 'code', code)}${
    pin === null ? empty : renderSecret(localizer, 'pin', pin)
  }${url === null ? empty : renderUrl(localizer, url)}${
    file === null ? empty : renderDownload(localizer, urls, item, file)
  }${
    expires_on === null
      ? empty
      : html`<p class="quiet">${t('digital.until', { date: date(new Date(`${expires_on}T12:00:00Z`)) })}</p>`
  }${
    instructions === ''
      ? empty
      : html`<p class="lines"${inCampaignLanguage(gift)}>${instructions}</p>`
  }`
}

const secretKeys = {
  code: ['digital.code', 'digital.copyCode'],
  pin: ['digital.pin', 'digital.copyPin'],
} as const

/** Renders a text that the recipient selects with one tap. Browsers with scripts also have a copy button. */
function renderSecret({ t }: Localizer, kind: 'code' | 'pin', text: string): SafeHtml {
  const [label, copyLabel] = secretKeys[kind]
  return html`<p class="secret"><span class="label">${t(label)}</span><code dir="ltr" translate="no">${text}</code><button type="button" class="button" data-copy="${text}" data-copied="${t('digital.copied')}" hidden>${t(copyLabel)}</button></p>`
}

const renderUrl = ({ t }: Localizer, url: string): SafeHtml =>
  html`<p class="bar"><a class="button main" href="${url}" target="_blank" rel="noopener noreferrer nofollow">${t('digital.open')}</a></p><p class="secret"><code dir="ltr" translate="no" class="url">${url}</code></p>`

function renderDownload(
  { t, language }: Localizer,
  urls: PageUrls,
  item: DigitalItem,
  { name, size }: NonNullable<ItemContent['file']>,
): SafeHtml {
  const megabytes = new Intl.NumberFormat(toFormatLocale(language), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(Math.max(0.1, size / 1_000_000))
  return html`<form method="post" action="${urls.to('download')}" data-repeatable><input type="hidden" name="item" value="${item.id}"><p class="bar"><button class="main">${t('digital.download', { name })}</button></p></form><p class="quiet">${megabytes}</p>`
}

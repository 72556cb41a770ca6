import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { PageMessageKey } from '#platform/messages/page-texts'
import type { Localizer } from '../i18n/localizer.ts'

/** Renders a text with the sender's name. The first mention of the name links to an email about this gift. */
export function withSenderLink(
  { t }: Pick<Localizer, 't'>,
  key: PageMessageKey<'sender' | 'reference'>,
  { sender, reference }: Pick<RedemptionPage, 'sender' | 'reference'>,
): SafeHtml {
  const [before = '', ...rest] = t(key, { sender: senderGap, reference }).split(senderGap)
  if (rest.length === 0) return html`${before}`
  const subject = encodeURIComponent(`${t('title.gift')} (${reference})`)
  const link = html`<a href="mailto:${sender.email}?subject=${subject}"><bdi>${sender.name}</bdi></a>`
  return html`${before}${link}${rest.join(sender.name)}`
}

/** A placeholder for the sender's name. The text is split at this character. */
const senderGap = '\u0000'

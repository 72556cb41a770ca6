import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import type { Tongue } from './tongue.ts'
import type { TextKey } from './words.ts'

/** A text that names the sender, whose first mention starts an email about this gift. */
export function withSenderLink(
  { say }: Pick<Tongue, 'say'>,
  key: TextKey,
  { sender, reference }: Pick<RedemptionPage, 'sender' | 'reference'>,
): SafeHtml {
  const [before = '', ...rest] = say(key, { sender: gap, reference }).split(gap)
  if (rest.length === 0) return html`${before}`
  const subject = encodeURIComponent(`${say('title.gift')} (${reference})`)
  const link = html`<a href="mailto:${sender.email}?subject=${subject}"><bdi>${sender.name}</bdi></a>`
  return html`${before}${link}${rest.join(sender.name)}`
}

/** Stands for the sender while a text is split. */
const gap = '\u0000'

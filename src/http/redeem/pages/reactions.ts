import { reactionEmoji, reactions } from '#contract'
import { canReact, type RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty } from './layout.ts'
import type { PageUrls } from './urls.ts'

/**
 * Renders one button for each reaction to a delivered gift. If the recipient presses a button, the reaction
 * is saved. Another press replaces it.
 */
export function renderReactions({ t }: Localizer, urls: PageUrls, gift: RedemptionPage): SafeHtml {
  if (!canReact(gift)) return empty
  const sender = gift.sender.name
  const buttons = reactions.map((reaction) => {
    const isChosen = gift.reaction === reaction
    const pressed = new SafeHtml(isChosen ? 'true' : 'false')
    return html`<button name="reaction" value="${reaction}" aria-pressed="${pressed}"><span aria-hidden="true">${reactionEmoji[reaction]}</span><span class="name">${t(`react.${reaction}`)}</span></button>`
  })
  const lead = t(gift.reaction === null ? 'react.lead' : 'react.sent', { sender })
  return html`<section class="reactions" id="reactions"><h2>${t('react.heading')}</h2><p class="quiet"${gift.reaction === null ? empty : html` role="status"`}>${lead}</p><form method="post" action="${urls.to('reaction')}" id="reaction"><p class="faces">${buttons}</p></form></section>`
}

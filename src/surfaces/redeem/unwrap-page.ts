import type { RedemptionPage } from '#gifting'
import { html } from '#platform/html'
import { greetingName } from '#platform/person-name'
import { wrapped } from './drawing.ts'
import { inTheirWords, nothing, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** The first page: who gives, what they say, and a gift to open. Opening it is a press, never a visit. */
export function unwrapPage(
  { language, say, lastDay }: Tongue,
  ways: Ways,
  visit: RedemptionPage,
): Sheet {
  const { sender, theme, message } = visit
  const name = greetingName(visit, language)
  return {
    title: say('title.gift'),
    layout: 'split',
    main: html`<div class="panel">
<form method="post" action="${ways.to('open')}"><button class="unwrap" tabindex="-1" aria-hidden="true">${wrapped}</button></form>
</div>
<div class="letter">
<p class="kicker">${say('unwrap.from', { sender: sender.name })}</p>
<h1>${name === '' ? say('unwrap.headingNobody') : say('unwrap.heading', { name })}</h1>
<div class="note"${inTheirWords(visit)}>${theme === null || theme.headline === '' ? nothing : html`<p class="headline" dir="auto">${theme.headline}</p>`}${paragraphs(message.body)}<p class="signed"><bdi>${sender.name}</bdi></p></div>
<form method="post" action="${ways.to('open')}"><button class="main">${say('unwrap.press')}</button></form>
<p class="quiet">${say('unwrap.until', { date: lastDay(visit.expires_at) })} ${say('unwrap.told', { sender: sender.name })}</p>
<p class="aside"><a href="${ways.to('decline')}">${say('unwrap.decline')}</a></p>
</div>`,
  }
}

/** What somebody wrote, in the paragraphs they wrote it in. */
const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p class="lines" dir="auto">${part.trim()}</p>`)

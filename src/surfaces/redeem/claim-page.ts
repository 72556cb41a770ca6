import type { FieldError } from '#contract'
import * as gifting from '#gifting'
import { html } from '#platform/html'
import { greetingName, isFamilyNameFirst, type PersonName } from '#platform/person-name'
import { small, wrapped } from './drawing.ts'
import { type Field, fieldMarkup, summaryOf, wordsFor } from './field.ts'
import { inTheirWords, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** What stands behind a one-link, for whoever comes by. */
export interface Offer {
  sender: string
  theme: { headline: string; message: string } | null
  expires_at: Date
  /** Whose email addresses may claim; all where there is none. */
  domains: readonly string[]
  /** The language of the campaign, which its own words are in. */
  campaign_locale: string | null
}

export interface ClaimForm {
  first_name: string
  last_name: string
  email: string
  /** Names this copy of the form, so that sending it twice is one claim with one answer. */
  ticket: string
  problems: readonly FieldError[]
}

const fields = [
  { name: 'first_name', autocomplete: 'given-name', maxlength: 255 },
  { name: 'last_name', autocomplete: 'family-name', maxlength: 255 },
  { name: 'email', autocomplete: 'email', maxlength: 254, type: 'email' },
] as const

/** The fields in the order in which the language writes a name. */
function fieldsFor({ language }: Tongue) {
  const [first, last, email] = fields
  return isFamilyNameFirst(language) ? [last, first, email] : [first, last, email]
}

export function claimPage(tongue: Tongue, ways: Ways, offer: Offer, form: ClaimForm): Sheet {
  const { say, lastDay } = tongue
  const shown = fieldsFor(tongue).map((field) => fieldOf(tongue, field, form, offer.domains))
  const complaints = shown.flatMap(({ name, label, error }) =>
    error === undefined ? [] : [{ name, label, words: error }],
  )
  const title = say('title.claim')
  const { theme } = offer
  return {
    title: complaints.length === 0 ? title : say('title.error', { title }),
    layout: 'split',
    status: complaints.length === 0 ? 200 : 422,
    main: html`<div class="panel">${wrapped}</div>
<div class="letter">
<p class="kicker">${say('claim.from', { sender: offer.sender })}</p>
${theme === null || theme.headline === '' ? html`<h1>${say('claim.heading')}</h1>` : html`<h1${inTheirWords(offer)}>${theme.headline}</h1>`}
${theme === null || theme.message === '' ? html`<p class="lead">${say('claim.lead')}</p>` : html`<p class="lead"${inTheirWords(offer)}>${theme.message}</p>`}
${summaryOf(tongue, complaints)}
<form method="post" action="${ways.to()}" id="claim">
<input type="hidden" name="ticket" value="${form.ticket}">
<div class="names">${shown.map((field) => fieldMarkup(tongue, field))}</div>
<p class="privacy">${say('claim.once')} ${say('claim.until', { date: lastDay(offer.expires_at) })}</p>
<p class="bar"><button class="main" name="do" value="claim">${say('claim.go')}</button></p>
</form>
</div>`,
  }
}

function fieldOf(
  tongue: Tongue,
  { name, ...field }: (typeof fields)[number],
  form: ClaimForm,
  domains: readonly string[],
): Field {
  const label = tongue.say(`label.${name}`)
  const problem = form.problems.find(({ param }) => param === name)
  return {
    ...field,
    name,
    label,
    value: form[name],
    isRequired: true,
    ...(name === 'email' && domains.length > 0
      ? { hint: tongue.say('claim.domains', { domains: tongue.list(domains) }) }
      : {}),
    error: problem === undefined ? undefined : wordsFor(tongue, problem),
  }
}

/** Shown to whoever claimed, and to nobody else: their own link. */
export function claimedPage(
  { language, say }: Tongue,
  claim: PersonName & { url: string; href: string; until: string },
): Sheet {
  return {
    title: say('title.claimed'),
    layout: 'split',
    main: html`<div class="panel">${wrapped}</div>
<div class="letter"><h1>${say('claimed.heading', { name: greetingName(claim, language) })}</h1>
<p class="lead">${say('claimed.lead', { date: claim.until })}</p>
<p class="bar"><a class="button main" href="${claim.href}">${say('claimed.open')}</a></p>
<p class="own"><span class="quiet">${say('claimed.link')}</span><code>${claim.url}</code> <button type="button" class="button" hidden data-copy="${claim.url}" data-copied="${say('claimed.copied')}">${say('claimed.copy')}</button></p></div>`,
  }
}

/** The same words whoever asks: the link goes to the inbox of that address, and only there. */
export const alreadyPage = ({ say }: Tongue, email: string): Sheet => ({
  title: say('title.claim'),
  layout: 'narrow',
  main: html`${small}<h1>${say('already.heading')}</h1><p class="lead">${say('already.lead', { email })}</p>`,
})

/** The link of a claim for certain domains is in the inbox only, whether or not the address could claim. */
export const mailedPage = ({ say }: Tongue, email: string): Sheet => ({
  title: say('title.claim'),
  layout: 'narrow',
  main: html`${small}<h1>${say('already.heading')}</h1><p class="lead">${say('mailed.lead', { email, count: gifting.unconfirmedClaimMinutes })}</p>`,
})

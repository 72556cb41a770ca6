import type { FieldError } from '#contract'
import * as gifting from '#gifting'
import { html } from '#platform/lib/html'
import { greetingName, isFamilyNameFirst, type PersonName } from '#platform/lib/person-name'
import type { Localizer } from '../i18n/localizer.ts'
import { errorMessage, type Field, renderErrorSummary, renderField } from './field.ts'
import { smallGift, wrappedGift } from './illustrations.ts'
import { inCampaignLanguage, type Page } from './layout.ts'
import type { PageUrls } from './urls.ts'

/** Public data of a one-link, shown to every visitor. */
export interface OneLinkOffer {
  sender: string
  theme: { headline: string; message: string } | null
  expires_at: Date
  /** Email domains that can claim; an empty list allows all. */
  domains: readonly string[]
  /** The language of the campaign's own texts. */
  campaign_locale: string | null
}

export interface ClaimForm {
  first_name: string
  last_name: string
  email: string
  /** Random id of this form, so that a double submit results in one claim. */
  form_token: string
  errors: readonly FieldError[]
}

const fieldDefinitions = [
  { name: 'first_name', autocomplete: 'given-name', maxlength: 255 },
  { name: 'last_name', autocomplete: 'family-name', maxlength: 255 },
  { name: 'email', autocomplete: 'email', maxlength: 254, type: 'email' },
] as const

/** Returns the fields in the name order of the language. */
function orderedFields({ language }: Localizer) {
  const [first, last, email] = fieldDefinitions
  return isFamilyNameFirst(language) ? [last, first, email] : [first, last, email]
}

export function claimPage(
  localizer: Localizer,
  urls: PageUrls,
  offer: OneLinkOffer,
  form: ClaimForm,
): Page {
  const { t, lastDay } = localizer
  const fields = orderedFields(localizer).map((field) =>
    buildField(localizer, field, form, offer.domains),
  )
  const formErrors = fields.flatMap(({ name, label, error }) =>
    error === undefined ? [] : [{ name, label, message: error }],
  )
  const title = t('title.claim')
  const { theme } = offer
  return {
    title: formErrors.length === 0 ? title : t('title.error', { title }),
    bodyClass: 'split',
    status: formErrors.length === 0 ? 200 : 422,
    main: html`<div class="panel">${wrappedGift}</div>
<div class="letter">
<p class="kicker">${t('claim.from', { sender: offer.sender })}</p>
${theme === null || theme.headline === '' ? html`<h1>${t('claim.heading')}</h1>` : html`<h1${inCampaignLanguage(offer)}>${theme.headline}</h1>`}
${theme === null || theme.message === '' ? html`<p class="lead">${t('claim.lead')}</p>` : html`<p class="lead"${inCampaignLanguage(offer)}>${theme.message}</p>`}
${renderErrorSummary(localizer, formErrors)}
<form method="post" action="${urls.to()}" id="claim">
<input type="hidden" name="form_token" value="${form.form_token}">
<div class="names">${fields.map((field) => renderField(localizer, field))}</div>
<p class="privacy">${t('claim.once')} ${t('claim.until', { date: lastDay(offer.expires_at) })}</p>
<p class="bar"><button class="main" name="do" value="claim">${t('claim.go')}</button></p>
</form>
</div>`,
  }
}

function buildField(
  localizer: Localizer,
  { name, ...field }: (typeof fieldDefinitions)[number],
  form: ClaimForm,
  domains: readonly string[],
): Field {
  const label = localizer.t(`label.${name}`)
  const fieldError = form.errors.find(({ param }) => param === name)
  return {
    ...field,
    name,
    label,
    value: form[name],
    isRequired: true,
    ...(name === 'email' && domains.length > 0
      ? { hint: localizer.t('claim.domains', { domains: localizer.formatList(domains) }) }
      : {}),
    error: fieldError === undefined ? undefined : errorMessage(localizer, fieldError),
  }
}

/** Shows the personal link, only to the browser that claimed. */
export function claimedPage(
  { language, t }: Localizer,
  claim: PersonName & { url: string; href: string; until: string },
): Page {
  return {
    title: t('title.claimed'),
    bodyClass: 'split',
    main: html`<div class="panel">${wrappedGift}</div>
<div class="letter"><h1>${t('claimed.heading', { name: greetingName(claim, language) })}</h1>
<p class="lead">${t('claimed.lead', { date: claim.until })}</p>
<p class="bar"><a class="button main" href="${claim.href}">${t('claimed.open')}</a></p>
<p class="own"><span class="quiet">${t('claimed.link')}</span><code>${claim.url}</code> <button type="button" class="button" hidden data-copy="${claim.url}" data-copied="${t('claimed.copied')}">${t('claimed.copy')}</button></p></div>`,
  }
}

/** Shown for an address that has already claimed. The page never contains the link; only the email does. */
export const alreadyClaimedPage = ({ t }: Localizer, email: string): Page => ({
  title: t('title.claim'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${t('already.heading')}</h1><p class="lead">${t('already.lead', { email })}</p>`,
})

/** Shown after a claim on a one-link with allowed domains. The text is the same whether or not the address was eligible. */
export const linkSentPage = ({ t }: Localizer, email: string): Page => ({
  title: t('title.claim'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${t('already.heading')}</h1><p class="lead">${t('mailed.lead', { email, count: gifting.unconfirmedClaimMinutes })}</p>`,
})

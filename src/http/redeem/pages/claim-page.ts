import type { Wrapping } from '#campaigns'
import type { FieldError } from '#contract'
import type * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { html, type SafeHtml } from '#platform/lib/html'
import { greetingName, isFamilyNameFirst, type PersonName } from '#platform/lib/person-name'
import type { Localizer } from '../i18n/localizer.ts'
import { errorMessage, type Field, renderErrorSummary, renderField } from './field.ts'
import { drawWrappedGift, smallGift } from './illustrations.ts'
import { renderPhoto } from './image.ts'
import {
  type CampaignTexts,
  empty,
  inCampaignLanguage,
  inItemLanguage,
  isInPageLanguage,
  type Page,
} from './layout.ts'
import { groupByProduct } from './selection-state.ts'
import { renderFace } from './sender-face.ts'
import { errorPage } from './status-pages.ts'
import type { PageUrls } from './urls.ts'

/** The public data of a one-link. Every visitor sees it. */
export interface OneLinkOffer extends CampaignTexts {
  sender: string
  theme: { headline: string; message: string } | null
  expires_at: Date
  /** The email domains whose addresses can claim a gift. An empty list allows all domains. */
  domains: readonly string[]
  /** Whether visitors must confirm their claims with a link in an email. */
  isConfirmed: boolean
  /** Whether the sender must approve each claim. */
  needsApproval: boolean
  /** Whether all places are taken. The form is then for the waiting list. */
  isWaitingList: boolean
  /** The paper of the drawn gift. */
  paper: Wrapping['paper']
  /** The contents of the gift. Undefined for a surprise. */
  contents: gifting.ClaimableItems | undefined
  /** The origin of the pictures. */
  origin: string
}

export interface ClaimForm {
  first_name: string
  last_name: string
  email: string
  /**
   * A random id of the form. If the visitor submits the form twice, the id ensures that only one claim
   * results.
   */
  form_token: string
  errors: readonly FieldError[]
  /** Whether the one-link refuses the email address. The page does not say why. */
  isRefused?: boolean
  /** The seconds until the next try. Defined only after too many claims. */
  wait_seconds?: number
}

const fieldDefinitions = [
  { name: 'first_name', autocomplete: 'given-name', maxlength: 255 },
  { name: 'last_name', autocomplete: 'family-name', maxlength: 255 },
  { name: 'email', autocomplete: 'email', maxlength: 254, type: 'email' },
] as const

/** Returns the fields of the form. The language decides whether the first or the last name comes first. */
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
  const { t } = localizer
  const fields = orderedFields(localizer).map((field) =>
    buildField(localizer, field, form, offer.domains),
  )
  const formErrors = fields.flatMap(({ name, label, error }) =>
    error === undefined ? [] : [{ name, label, message: error }],
  )
  const title = t('title.claim')
  return {
    title: formErrors.length === 0 ? title : t('title.error', { title }),
    bodyClass: 'split',
    isClaim: true,
    status: form.wait_seconds !== undefined ? 429 : formErrors.length === 0 ? 200 : 422,
    main: html`<div class="panel">${drawWrappedGift(offer.paper)}</div>
<div class="letter">
<p class="kicker from">${renderFace(offer.sender)}${t('claim.from', { sender: offer.sender })}</p>
${heading(localizer, offer)}
${renderErrorSummary(localizer, formErrors)}${renderWait(localizer, form)}${renderContents(localizer, offer)}
<form method="post" action="${urls.to()}" id="claim">
<input type="hidden" name="form_token" value="${form.form_token}">
${offer.isWaitingList ? html`<input type="hidden" name="list" value="yes">` : empty}
<div class="names">${fields.map((field) => renderField(localizer, field))}</div>
<p class="privacy">${claimNotes(localizer, offer)}</p>
<p class="bar"><button class="main" name="do" value="claim">${t(offer.isWaitingList ? 'list.go' : 'claim.go')}</button></p>
</form>
</div>`,
  }
}

const maxPreviewed = 6

/** Renders the products of the gift. The recipient chooses their versions after the claim. */
function renderContents({ t }: Localizer, { contents, origin }: OneLinkOffer): SafeHtml {
  if (contents === undefined) return empty
  const products = groupByProduct(contents.items)
  const hidden = products.length - maxPreviewed
  const rows = products.slice(0, maxPreviewed).flatMap((versions) => {
    const [item] = versions
    if (item === undefined) return []
    const name = versions.length === 1 ? 'name' : 'product_name'
    return [
      html`<li>${renderPhoto(item.images[0], origin, 'large')}<span${inItemLanguage(item, name)}>${item[name]}</span></li>`,
    ]
  })
  const more = hidden > 0 ? html`<li class="more">+${String(hidden)}</li>` : empty
  return html`<section class="contents"><h2>${t(contents.isChoice && products.length > 1 ? 'claim.choice' : 'claim.contents')}</h2><ul>${rows}${more}</ul></section>`
}

/** Renders a notice that the visitor must wait. The form still contains the typed text. */
const renderWait = ({ t, duration }: Localizer, { wait_seconds }: ClaimForm): SafeHtml =>
  wait_seconds === undefined
    ? empty
    : html`<p class="notice" role="alert"><strong>${t('rateLimited.heading')}</strong> ${t('rateLimited.lead', { wait: duration(wait_seconds) })}</p>`

/**
 * Renders the headline and the message of the sender, or default texts. The form for the waiting list always
 * has default texts.
 */
function heading(localizer: Localizer, offer: OneLinkOffer): SafeHtml {
  const { t } = localizer
  if (offer.isWaitingList)
    return html`<h1>${t('list.heading')}</h1>
<p class="lead">${t('list.lead')}</p>`
  const { headline = '', message = '' } = offer.theme ?? {}
  return html`${headline === '' ? html`<h1>${t('claim.heading')}</h1>` : html`<h1${inCampaignLanguage(offer, 'headline')}>${headline}</h1>`}
${message === '' || !isInPageLanguage(localizer, offer, 'message') ? html`<p class="lead">${t('claim.lead')}</p>` : html`<p class="lead"${inCampaignLanguage(offer, 'message')}>${message}</p>`}`
}

/** Lists the facts that the visitor should know before the claim. */
const claimNotes = ({ t, lastDay, joinSentences }: Localizer, offer: OneLinkOffer): string =>
  joinSentences([
    t('claim.once'),
    ...(offer.isConfirmed ? [t('claim.confirmed')] : []),
    ...(offer.needsApproval ? [t('claim.approved', { sender: offer.sender })] : []),
    ...(offer.isWaitingList ? [] : [t('claim.until', { date: lastDay(offer.expires_at) })]),
  ])

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
    error: fieldMessage(localizer, label, fieldError, form, { domains, max: field.maxlength }),
  }
}

function fieldMessage(
  localizer: Localizer,
  label: string,
  fieldError: FieldError | undefined,
  { isRefused = false }: ClaimForm,
  { domains, max }: { domains: readonly string[]; max: number },
): string | undefined {
  if (fieldError === undefined) return undefined
  if (isRefused) return localizer.t('error.refused')
  if (fieldError.param === 'email' && fieldError.code === 'not_allowed' && domains.length > 0)
    return localizer.t('error.domain', { domains: localizer.formatList(domains) })
  return errorMessage(localizer, label, fieldError, { max })
}

/**
 * Renders the page with the personal link. Only the browser that claimed the gift sees it, or the reader of
 * the mailbox.
 */
export function claimedPage(
  { language, t }: Localizer,
  claim: PersonName & { url: string; href: string; lead: string; paper: Wrapping['paper'] },
): Page {
  return {
    title: t('title.claimed'),
    bodyClass: 'split',
    main: html`<div class="panel">${drawWrappedGift(claim.paper)}</div>
<div class="letter"><h1>${t('claimed.heading', { name: greetingName(claim, language) })}</h1>
<p class="lead">${claim.lead}</p>
<p class="bar"><a class="button main" href="${claim.href}">${t('claimed.open')}</a></p>
<p class="own"><span class="quiet">${t('claimed.link')}</span><code>${claim.url}</code> <button type="button" class="button" hidden data-copy="${claim.url}" data-copied="${t('claimed.copied')}">${t('claimed.copy')}</button></p></div>`,
  }
}

/**
 * Renders the page for an email address that has already claimed a gift. The page never contains the link.
 * Only the email contains it.
 */
export const alreadyClaimedPage = ({ t }: Localizer, email: string): Page => ({
  title: t('title.claim'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${t('already.heading')}</h1><p class="lead">${t('already.lead', { email })}</p>`,
})

/**
 * Renders the page for a one-link without free places. Claims that are not confirmed yet reserve all places.
 */
export const allReservedPage = (localizer: Localizer): Page =>
  errorPage(localizer, localizer.t('allReserved.heading'), localizer.t('allReserved.lead'), {
    status: 503,
  })

/**
 * Renders the page after a claim that needs confirmation. The text does not depend on whether the address has
 * claimed a gift before.
 */
export const linkSentPage = (
  { t }: Localizer,
  email: string,
  outcome: 'mailed' | 'queued',
): Page => ({
  title: t('title.claim'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${t('already.heading')}</h1><p class="lead">${t(outcome === 'mailed' ? 'mailed.lead' : 'queued.lead', { email, count: oneLinks.unconfirmedClaimMinutes })}</p>`,
})

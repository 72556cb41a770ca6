import type { PastLink, RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { smallGift } from './illustrations.ts'
import { empty, type Page } from './layout.ts'
import { withSenderLink } from './sender-link.ts'
import type { PageUrls } from './urls.ts'

/**
 * Renders a page with a heading and a short text. It is for a gift that is unavailable, or for a request that
 * failed.
 */
export const errorPage = (
  { t }: Localizer,
  heading: string,
  lead: string | SafeHtml,
  { status = 200, more = empty }: { status?: number; more?: SafeHtml } = {},
): Page => ({
  title: t('title.sorry'),
  bodyClass: 'narrow',
  status,
  main: html`<div class="faded">${smallGift}</div><h1>${heading}</h1><p class="lead">${lead}</p>${more}`,
})

/** Renders the page of an expired gift. The recipient can request a renewal once. */
export function expiredPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  hasRequestedRenewal: boolean,
): Page {
  const { t } = localizer
  const sender = gift.sender.name
  const lead = expiredLead(localizer, gift)
  const more = hasRequestedRenewal
    ? html`<p class="good" role="status">${t('expired.asked', { sender })}</p>`
    : html`<form method="post" action="${urls.to('request-renewal')}" id="request-renewal"><div class="field"><label for="text">${t('expired.label')} <span class="quiet">${t('common.optional')}</span></label><textarea dir="auto" id="text" name="text" rows="3" maxlength="500"></textarea></div><p class="bar"><button class="main">${t('expired.ask', { sender })}</button></p></form>`
  return errorPage(localizer, t('expired.heading'), lead, { more })
}

/** Returns the text of the page of an expired gift. If the sender donates instead, the text says what. */
function expiredLead({ t, lastDay, money }: Localizer, gift: RedemptionPage): string {
  const values = { sender: gift.sender.name, date: lastDay(gift.expires_at) }
  const [donation] = gift.donations
  if (donation === undefined) return t('expired.lead', values)
  const { amount_minor, currency, charity_name: charity } = donation
  return t('expired.leadDonated', { ...values, amount: money(amount_minor, currency), charity })
}

export function cancelledPage(localizer: Localizer, gift: RedemptionPage): Page {
  const { t } = localizer
  return errorPage(
    localizer,
    t('cancelled.heading'),
    withSenderLink(localizer, 'cancelled.lead', gift),
  )
}

/** Renders the page of a gift whose details were deleted. Only the outcome and the month remain. */
export const purgedPage = (localizer: Localizer, { status, ended_on }: PastLink): Page =>
  errorPage(
    localizer,
    localizer.t(status === 'delivered' ? 'past.delivered' : 'past.cancelled', {
      month: localizer.month(ended_on),
    }),
    localizer.t('past.lead'),
    { status: 410 },
  )

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Renders the page of a gift that is not available yet. The page names the date if it is known. If less than an
 * hour is left, it says so and reloads when the gift is due, also in a browser without scripts.
 */
export function notYetPage(localizer: Localizer, gift: RedemptionPage, now: Date): Page {
  const waitMs = gift.state === 'scheduled' ? findWaitMs(gift, now) : undefined
  const lead = describeWait(localizer, gift, now, waitMs)
  return {
    title: localizer.t('title.gift'),
    bodyClass: 'narrow',
    main: html`${smallGift}<h1>${localizer.t('notYet.heading')}</h1><p class="lead">${lead}</p>`,
    refreshAfterSeconds: waitMs === undefined ? undefined : toRefreshSeconds(waitMs),
  }
}

/** Returns the time until a gift is due, if it is shorter than an hour. It is negative for an overdue gift. */
function findWaitMs({ send_at }: RedemptionPage, now: Date): number | undefined {
  const waitMs = send_at === null ? undefined : send_at.getTime() - now.getTime()
  return waitMs !== undefined && Math.abs(waitMs) < hourMs ? waitMs : undefined
}

function describeWait(
  { t, date, duration }: Localizer,
  { send_at }: RedemptionPage,
  now: Date,
  waitMs: number | undefined,
): string {
  if (waitMs !== undefined && waitMs > -minuteMs) {
    const minutes = Math.max(1, Math.ceil(waitMs / minuteMs))
    return t('notYet.leadSoon', { wait: duration(minutes * 60) })
  }
  return send_at !== null && send_at > now
    ? t('notYet.leadOn', { date: date(send_at) })
    : t('notYet.lead')
}

/**
 * Returns when the page reloads: a second after the time at which the gift is due. While a gift is overdue, for example
 * because the timers are late, the intervals grow with the delay to a minute.
 */
const toRefreshSeconds = (waitMs: number): number =>
  waitMs > 0
    ? Math.max(2, Math.ceil(waitMs / 1_000) + 1)
    : Math.min(60, Math.max(2, Math.ceil(-waitMs / 1_000)))

/** Renders the page of an unknown link. Its status is 404. */
export const notFoundPage = (localizer: Localizer): Page =>
  errorPage(localizer, localizer.t('unknown.heading'), localizer.t('unknown.lead'), { status: 404 })

export const rateLimitedPage = (localizer: Localizer, seconds: number): Page =>
  errorPage(
    localizer,
    localizer.t('rateLimited.heading'),
    localizer.t('rateLimited.lead', { wait: localizer.duration(seconds) }),
    { status: 429 },
  )

/**
 * Renders the page for a service that is unavailable. Without `retryUrl`, the page has no button to retry:
 * after a POST request, the browser submits the form again.
 */
export const unavailablePage = (localizer: Localizer, retryUrl: string | undefined): Page =>
  errorPage(localizer, localizer.t('unavailable.heading'), localizer.t('unavailable.lead'), {
    status: 503,
    more: renderRetryButton(localizer, retryUrl),
  })

export const internalErrorPage = (
  localizer: Localizer,
  id: string,
  retryUrl: string | undefined,
): Page =>
  errorPage(localizer, localizer.t('broken.heading'), localizer.t('broken.lead', { id }), {
    status: 500,
    more: renderRetryButton(localizer, retryUrl),
  })

const renderRetryButton = ({ t }: Localizer, retryUrl: string | undefined) =>
  retryUrl === undefined
    ? empty
    : html`<p class="bar"><a class="button main" href="${retryUrl}">${t('retry.go')}</a></p>`

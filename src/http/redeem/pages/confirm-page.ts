import type { Wrapping } from '#campaigns'
import * as oneLinks from '#one-links'

import { html, type SafeHtml } from '#platform/lib/html'
import type { PageMessageKey } from '#platform/messages/page-texts'
import type { Localizer } from '../i18n/localizer.ts'
import { drawWrappedGift, smallGift } from './illustrations.ts'
import { empty, type Page } from './layout.ts'
import { renderFace } from './sender-face.ts'
import { errorPage } from './status-pages.ts'
import type { PageUrls } from './urls.ts'

/** The claim that belongs to an emailed link. */
interface EmailedClaim {
  token: string
  sender: string
}

interface ConfirmableClaim extends EmailedClaim {
  status: 'to_confirm' | 'to_join' | 'to_accept' | 'pending'
  /** The paper of the drawn gift. */
  paper: Wrapping['paper']
  /** The time when the link stops working. */
  until: Date | null
  now: Date
  /** Whether the sender must approve the claim after the confirmation. */
  needsApproval?: boolean
}

const keys = {
  to_confirm: 'confirm',
  to_join: 'join',
  to_accept: 'offer',
} as const

/**
 * Renders the page behind the link of an email. Opening the page changes nothing. Only the button confirms
 * the claim.
 */
export function confirmPage(localizer: Localizer, urls: PageUrls, claim: ConfirmableClaim): Page {
  const { t, timeLeft } = localizer
  const key = claim.status === 'pending' ? 'confirm' : keys[claim.status]
  const text = (name: 'heading' | 'lead' | 'go'): string =>
    t(`${key}.${name}` as PageMessageKey, { sender: claim.sender })
  const until =
    claim.until === null
      ? empty
      : html`<p class="privacy">${t('confirm.until', { time: timeLeft(claim.until.getTime() - claim.now.getTime()) })}</p>`
  return {
    title: t('title.claim'),
    bodyClass: 'split',
    main: html`<div class="panel">${drawWrappedGift(claim.paper)}</div>
<div class="letter">
<p class="kicker from">${renderFace(claim.sender)}${t('claim.from', { sender: claim.sender })}</p>
<h1>${text('heading')}</h1>
<p class="lead">${claim.needsApproval === true ? t('confirm.leadApproval', { sender: claim.sender }) : text('lead')}</p>
${until}
<form method="post" action="${urls.to('confirm')}" id="confirm">
<input type="hidden" name="claim" value="${claim.token}">
<p class="bar"><button class="main" name="do" value="confirm">${text('go')}</button></p>
</form>
${claim.status === 'to_accept' ? withdrawForm(localizer, urls, claim) : empty}
</div>`,
  }
}

/** Renders the page of a claim that waits for a decision of the sender. */
export const pendingPage = (localizer: Localizer, urls: PageUrls, claim: ConfirmableClaim): Page =>
  waitingPage(localizer, urls, claim, [
    localizer.t('pending.heading'),
    localizer.t('pending.lead', {
      sender: claim.sender,
      date: claim.until === null ? '' : localizer.date(claim.until),
    }),
  ])

export const listedPage = (localizer: Localizer, urls: PageUrls, claim: EmailedClaim): Page =>
  waitingPage(localizer, urls, claim, [
    localizer.t('listed.heading'),
    localizer.t('listed.lead', { count: oneLinks.offerHours }),
  ])

const waitingPage = (
  localizer: Localizer,
  urls: PageUrls,
  claim: EmailedClaim,
  [heading, lead]: readonly [string, string],
): Page => ({
  title: localizer.t('title.claim'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${heading}</h1><p class="lead">${lead}</p>${withdrawForm(localizer, urls, claim)}`,
})

const withdrawForm = ({ t }: Localizer, urls: PageUrls, { token }: EmailedClaim): SafeHtml =>
  html`<form method="post" action="${urls.to('confirm')}" id="withdraw"><input type="hidden" name="claim" value="${token}"><p class="bar"><button class="button" name="do" value="withdraw">${t('withdraw.go')}</button></p></form>`

export const withdrawnPage = ({ t }: Localizer, urls: PageUrls): Page => ({
  title: t('title.claim'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${t('withdraw.heading')}</h1><p class="lead">${t('withdraw.lead')}</p>${startAgain({ t }, urls)}`,
})

export const claimRejectedPage = (localizer: Localizer, sender: string): Page =>
  errorPage(localizer, localizer.t('rejected.heading'), localizer.t('rejected.lead', { sender }))

/** Renders the page of a link that is too old or incomplete. */
export const lapsedPage = (localizer: Localizer, urls: PageUrls): Page =>
  errorPage(localizer, localizer.t('lapsed.heading'), localizer.t('lapsed.lead'), {
    status: 410,
    more: startAgain(localizer, urls),
  })

const startAgain = ({ t }: Pick<Localizer, 't'>, urls: PageUrls) =>
  html`<p class="bar"><a class="button main" href="${urls.to()}">${t('lapsed.again')}</a></p>`

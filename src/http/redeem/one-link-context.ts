import type { FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { ALL_ACCOUNTS, readTransaction } from '#platform/postgres/database'
import {
  type Branding,
  isServedHere,
  layoutFor,
  localizerFor,
  type PageDeps,
  type PageRequest,
  rememberBranding,
} from './context.ts'
import { viaLink } from './gift-context.ts'
import type { Localizer } from './i18n/localizer.ts'
import { claimedPage } from './pages/claim-page.ts'
import { type LanguageSwitch, type Page, sendPage } from './pages/layout.ts'
import { errorPage } from './pages/status-pages.ts'
import { isCode } from './unclean-links.ts'

/** A one-link with all data that one request needs. */
export interface OneLinkContext extends PageRequest {
  deps: PageDeps
  link: oneLinks.OneLink
  branding: Branding & {
    theme: campaigns.Theme
    wrapping: campaigns.Wrapping
    communication: campaigns.CommunicationSettings
  }
  /** Whether the campaign is paused or has ended. */
  closure: campaigns.Closure | undefined
  localizer: Localizer
  now: Date
}

/** Finds the one-link of a code. Returns undefined if no one-link of the request's host has it. */
export async function findOneLink(
  deps: PageDeps,
  request: FastifyRequest,
  code: string,
): Promise<oneLinks.OneLink | undefined> {
  const link = await readTransaction(deps.db, ALL_ACCOUNTS, (ctx) => oneLinks.findByCode(ctx, code))
  return link && isServedHere(deps, request, link) ? link : undefined
}

export async function loadOneLink(
  deps: PageDeps,
  pageRequest: PageRequest,
): Promise<OneLinkContext | undefined> {
  const { db } = deps
  if (!isCode(pageRequest.code)) return undefined
  const loaded = await readTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const link = await oneLinks.findByCode(ctx, pageRequest.code)
    if (link === undefined || !isServedHere(deps, pageRequest.request, link)) return undefined
    const { account_id } = link
    const clockOffsetMs = (await accounts.findClockOffsets(ctx, [account_id])).get(account_id) ?? 0
    return { link, now: new Date(ctx.now.getTime() + clockOffsetMs) }
  })
  if (loaded === undefined) return undefined
  const { account_id, campaign_id } = loaded.link
  const { closure, ...branding } = await readTransaction(db, account_id, async (ctx) => {
    const campaign = await campaigns.findSendable(ctx, campaign_id)
    const communication = (
      await campaigns.communicationSettingsById(ctx, [{ account_id, id: campaign_id }])
    ).get(campaign_id)
    if (campaign === undefined || communication === undefined)
      throw new Error(`one-link ${loaded.link.id} has no campaign`)
    const { theme, wrapping, tone } = communication
    const closure = campaigns.closureOf(campaign, loaded.now)
    return { account_id, sender: campaign.sender, theme, wrapping, tone, communication, closure }
  })
  rememberBranding(deps, pageRequest, branding)
  return {
    ...pageRequest,
    ...loaded,
    deps,
    branding,
    closure,
    localizer: localizerFor(deps, pageRequest, branding),
  }
}

export function sendOneLinkPage(
  context: OneLinkContext,
  page: Page,
  languageSwitch: LanguageSwitch = viaLink(context),
): FastifyReply {
  const { deps, reply, localizer, branding } = context
  return sendPage(reply, layoutFor(deps, localizer, branding, languageSwitch), page)
}

/** Shows the reason why visitors can no longer claim a gift. */
export function showEnded(
  context: OneLinkContext,
  state: 'closed' | 'paused' | 'expired' | 'all_claimed',
): FastifyReply {
  const { localizer, link } = context
  const { t, lastDay } = localizer
  const texts = {
    closed: [t('closed.heading'), t('closed.lead')],
    paused: [t('paused.heading'), t('paused.lead')],
    expired: [t('expiredLink.heading'), t('expiredLink.lead', { date: lastDay(link.expires_at) })],
    all_claimed: [t('allClaimed.heading'), t('allClaimed.lead')],
  } as const
  return sendOneLinkPage(context, errorPage(localizer, ...texts[state]))
}

/**
 * Shows the personal link of a claimed gift. The browser that claimed the gift sees it, and the reader of the
 * mailbox.
 */
export function showClaimed(
  context: OneLinkContext,
  gift: gifting.Gift,
  languageSwitch: LanguageSwitch = viaLink(context),
): FastifyReply {
  const { deployment } = context.deps.db
  const url = gifting.buildSnapshot(deployment, gift).redemption_url ?? ''
  const path = URL.parse(url)?.pathname ?? ''
  const href =
    context.requestedLanguage === undefined ? path : `${path}?lang=${context.requestedLanguage}`
  const { t, lastDay, timeLeft } = context.localizer
  // A claim that is not opened expires after hours, and the reader's time zone is unknown.
  const lead =
    gift.claimed_until === null
      ? t('claimed.lead', { date: lastDay(gift.expires_at) })
      : t('claimed.leadSoon', {
          time: timeLeft(gift.claimed_until.getTime() - context.now.getTime()),
        })
  const { first_name, last_name } = gift
  return sendOneLinkPage(
    context,
    claimedPage(context.localizer, {
      ...{ first_name, last_name, url, href, lead },
      paper: context.branding.wrapping.paper,
    }),
    languageSwitch,
  )
}

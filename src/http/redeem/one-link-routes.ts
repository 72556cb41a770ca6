import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { toClientNetwork } from '#platform/lib/client-network'
import { ALL_ACCOUNTS, inTransaction, readTransaction } from '#platform/postgres/database'
import {
  type Branding,
  layoutFor,
  localizerFor,
  type PageDeps,
  type PageRequest,
  parseRequest,
  rememberBranding,
} from './context.ts'
import { enforce, recordMiss } from './error-handler.ts'
import { viaForm, viaLink } from './gift-context.ts'
import type { Localizer } from './i18n/localizer.ts'
import {
  alreadyClaimedPage,
  type ClaimForm,
  claimedPage,
  claimPage,
  linkSentPage,
} from './pages/claim-page.ts'
import { type LanguageSwitch, type Page, sendPage } from './pages/layout.ts'
import { errorPage, notFoundPage } from './pages/status-pages.ts'

type Request = FastifyRequest<{ Params: { code: string } }>

/** A one-link with all data that one request needs. */
interface OneLinkContext extends PageRequest {
  deps: PageDeps
  link: gifting.OneLink
  branding: Branding & { theme: campaigns.Theme }
  localizer: Localizer
  now: Date
}

/** Registers the page of a one-link, on which a visitor claims one gift and gets a personal link. */
export function oneLinkRoutes(app: FastifyInstance, deps: PageDeps): void {
  const withOneLink =
    (handler: (pageRequest: OneLinkContext) => FastifyReply | Promise<FastifyReply>) =>
    async (request: Request, reply: FastifyReply) => {
      const pageRequest = parseRequest(request, reply, '/l')
      const context = await loadOneLink(deps, pageRequest)
      if (context !== undefined) return handler(context)
      await recordMiss(deps, request.ip)
      const layout = layoutFor(
        deps,
        localizerFor(deps, pageRequest),
        undefined,
        viaLink(pageRequest),
      )
      return sendPage(reply, layout, notFoundPage(layout.localizer))
    }
  app.get('/l/:code', withOneLink(showOneLink))
  app.post('/l/:code', withOneLink(claim))
}

async function loadOneLink(
  deps: PageDeps,
  pageRequest: PageRequest,
): Promise<OneLinkContext | undefined> {
  const { db } = deps
  const loaded = await readTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const link = await gifting.findOneLinkByCode(ctx, pageRequest.code)
    if (link === undefined) return undefined
    const { account_id } = link
    const clockOffsetMs = (await accounts.findClockOffsets(ctx, [account_id])).get(account_id) ?? 0
    return { link, now: new Date(ctx.now.getTime() + clockOffsetMs) }
  })
  if (loaded === undefined) return undefined
  const { account_id, campaign_id } = loaded.link
  const branding = await readTransaction(db, account_id, async (ctx) => {
    const campaign = await campaigns.findSendable(ctx, campaign_id)
    const communication = (
      await campaigns.communicationSettingsById(ctx, [{ account_id, id: campaign_id }])
    ).get(campaign_id)
    if (campaign === undefined || communication === undefined)
      throw new Error(`one-link ${loaded.link.id} has no campaign`)
    return { sender: campaign.sender, theme: communication.theme, communication }
  })
  rememberBranding(deps, pageRequest, branding)
  return {
    ...pageRequest,
    ...loaded,
    deps,
    branding,
    localizer: localizerFor(deps, pageRequest, branding),
  }
}

function sendOneLinkPage(
  { deps, reply, localizer, branding }: OneLinkContext,
  page: Page,
  languageSwitch: LanguageSwitch,
) {
  return sendPage(reply, layoutFor(deps, localizer, branding, languageSwitch), page)
}

function showOneLink(context: OneLinkContext): FastifyReply {
  const { deps, link, now } = context
  const { state } = gifting.toOneLinkView(deps.db.deployment, link, now)
  return state === 'open' ? showClaimForm(context) : showEnded(context, state)
}

const emptyForm = { first_name: '', last_name: '', email: '', errors: [] } as const

function showClaimForm(context: OneLinkContext, form: Partial<ClaimForm> = {}): FastifyReply {
  const { localizer, urls, branding, link } = context
  const { allowed_email_domains: domains, expires_at } = link
  const campaign_locale = branding.communication?.locale ?? null
  const offer = {
    sender: branding.sender.name,
    theme: branding.theme,
    expires_at,
    domains,
    campaign_locale,
  }
  const form_token = form.form_token ?? randomBytes(16).toString('base64url')
  const page = claimPage(localizer, urls, offer, { ...emptyForm, ...form, form_token })
  return sendOneLinkPage(context, page, viaForm(context, { id: 'claim', page: '', enter: 'claim' }))
}

function showEnded(
  context: OneLinkContext,
  state: 'closed' | 'expired' | 'all_claimed',
): FastifyReply {
  const { localizer, link } = context
  const { t, lastDay } = localizer
  const texts = {
    closed: [t('closed.heading'), t('closed.lead')],
    expired: [t('expiredLink.heading'), t('expiredLink.lead', { date: lastDay(link.expires_at) })],
    all_claimed: [t('allClaimed.heading'), t('allClaimed.lead')],
  } as const
  return sendOneLinkPage(context, errorPage(localizer, ...texts[state]), viaLink(context))
}

async function claim(context: OneLinkContext): Promise<FastifyReply> {
  const { form, deps, link } = context
  const field = (name: string) => form.get(name) ?? ''
  const form_token = /^[A-Za-z0-9_-]{22}$/.test(field('form_token'))
    ? field('form_token')
    : undefined
  const names = { first_name: field('first_name'), last_name: field('last_name') }
  const claimant = { ...names, email: field('email') }
  const submitted = { ...claimant, ...(form_token === undefined ? {} : { form_token }) }
  if (form.get('do') === 'show') return showClaimForm(context, submitted)
  const email_key = gifting.toEmailKey(claimant.email)
  if (email_key !== '') await enforce(deps.limits.email, `${link.id} ${email_key}`)
  try {
    const result = await countClaim(context, () => claimOnce(context, claimant, form_token))
    if (result.outcome === 'mailed')
      return sendOneLinkPage(
        context,
        linkSentPage(context.localizer, claimant.email),
        viaLink(context),
      )
    if (result.outcome === 'already_claimed')
      return sendOneLinkPage(
        context,
        alreadyClaimedPage(context.localizer, claimant.email),
        viaLink(context),
      )
    if (result.outcome !== 'claimed') return showEnded(context, result.outcome)
    return showClaimed(context, result.gift)
  } catch (error) {
    if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error
    return showClaimForm(context, { ...submitted, errors: error.fieldErrors })
  }
}

/**
 * Counts the claims of one network. Only successful claims count: an invalid form, or a second claim with the same
 * address, is refunded.
 */
async function countClaim(
  { deps, link, request }: OneLinkContext,
  claim: () => Promise<gifting.ClaimOutcome>,
): Promise<gifting.ClaimOutcome> {
  const isMailed = link.allowed_email_domains.length > 0
  const limit = isMailed ? deps.limits.mailedClaims : deps.limits.claims
  const key = toClientNetwork(request.ip)
  await enforce(limit, key)
  let isCounted = false
  try {
    const result = await claim()
    isCounted = result.outcome === 'claimed' || result.outcome === 'mailed'
    return result
  } finally {
    if (!isCounted) await limit.refund(key)
  }
}

/**
 * Claims a gift once for each form. A form that is submitted twice (double tap) returns the first result. The form token
 * in the form proves that both requests come from the same browser.
 */
async function claimOnce(
  { deps, link, now }: OneLinkContext,
  claimant: Parameters<typeof gifting.claim>[2],
  form_token: string | undefined,
): Promise<gifting.ClaimOutcome> {
  const { cache } = deps.db.deployment
  const key = `claim ${link.id} ${gifting.toEmailKey(claimant.email)} ${form_token}`
  const result = await inTransaction(
    deps.db,
    link.account_id,
    async (ctx) => {
      const result = await gifting.claim(ctx, link.id, claimant)
      if (result?.outcome === 'claimed' && form_token !== undefined)
        ctx.afterCommit(() => cache.set(key, result.gift.id))
      return result
    },
    now,
  )
  if (result === undefined) return { outcome: 'closed' }
  const isSameForm = result.outcome === 'already_claimed' && cache.get(key) === result.gift.id
  return isSameForm ? { ...result, outcome: 'claimed' } : result
}

function showClaimed(context: OneLinkContext, gift: gifting.Gift): FastifyReply {
  const { deployment } = context.deps.db
  const url = gifting.buildSnapshot(deployment, gift).redemption_url ?? ''
  const path = url.slice(deployment.origin.length)
  const href =
    context.requestedLanguage === undefined ? path : `${path}?lang=${context.requestedLanguage}`
  const { lastDay, dateTime } = context.localizer
  // an unopened claim expires after hours, so a date without a time could already be over in the reader's time zone
  const until =
    gift.claimed_until === null ? lastDay(gift.expires_at) : dateTime(gift.claimed_until)
  const { first_name, last_name } = gift
  return sendOneLinkPage(
    context,
    claimedPage(context.localizer, { first_name, last_name, url, href, until }),
    viaLink(context),
  )
}

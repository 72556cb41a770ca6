import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as campaigns from '#campaigns'
import { ApiError, type RefusalReason, toEmailKey } from '#contract'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { toClientNetwork } from '#platform/lib/client-network'
import type { Language } from '#platform/lib/languages'
import { inTransaction, readTransaction } from '#platform/postgres/database'
import { confirmClaim, showClaimStatus } from './claim-confirmation.ts'
import { type PageDeps, parseRequest, redirect } from './context.ts'
import { readCookie, setCookie } from './cookies.ts'
import { viaForm } from './gift-context.ts'
import {
  findOneLink,
  loadOneLink,
  type OneLinkContext,
  sendOneLinkPage,
  showClaimed,
  showEnded,
} from './one-link-context.ts'
import {
  allReservedPage,
  alreadyClaimedPage,
  type ClaimForm,
  claimPage,
  linkSentPage,
} from './pages/claim-page.ts'
import { replyToWrongLink } from './unclean-links.ts'

type Request = FastifyRequest<{ Params: { code: string } }>

/** Registers the pages of a one-link. On these pages, a visitor claims one gift and gets a personal link. */
export function oneLinkRoutes(app: FastifyInstance, deps: PageDeps): void {
  const withOneLink =
    (handler: (pageRequest: OneLinkContext) => FastifyReply | Promise<FastifyReply>) =>
    async (request: Request, reply: FastifyReply) => {
      const pageRequest = parseRequest(request, reply, '/l')
      const context = await loadOneLink(deps, pageRequest)
      if (context !== undefined) return handler(context)
      const exists = async (code: string) => (await findOneLink(deps, request, code)) !== undefined
      return replyToWrongLink(deps, pageRequest, exists)
    }
  app.get('/l/:code', withOneLink(showOneLink))
  app.post('/l/:code', withOneLink(claim))
  app.get(
    '/l/:code/*',
    withOneLink((context) => redirect(context, context.urls.to())),
  )
  app.get('/l/:code/confirm', withOneLink(showClaimStatus))
  app.post('/l/:code/confirm', withOneLink(confirmClaim))
}

async function showOneLink(context: OneLinkContext): Promise<FastifyReply> {
  const { deps, link, now, closure } = context
  const { state, available } = oneLinks.toView(deps.db.deployment, link, now)
  const canClaim = state === 'open' || (state === 'all_claimed' && link.has_waiting_list)
  if (!canClaim) return showEnded(context, state)
  if (closure !== undefined) return showEnded(context, closure === 'ended' ? 'closed' : 'paused')
  return showClaimForm(context, {}, available === 0 && link.has_waiting_list)
}

const emptyForm = { first_name: '', last_name: '', email: '', errors: [] } as const

async function showClaimForm(
  context: OneLinkContext,
  form: Partial<ClaimForm> = {},
  isWaitingList = false,
): Promise<FastifyReply> {
  const { deps, localizer, urls, branding, link } = context
  const { allowed_email_domains: domains, expires_at } = link
  const offer = {
    sender: branding.sender.name,
    ...translateOffer(branding, localizer.language),
    expires_at,
    domains,
    isConfirmed: oneLinks.requiresConfirmation(link),
    needsApproval: link.require_approval,
    isWaitingList,
    paper: branding.wrapping.paper,
    contents: isWaitingList ? undefined : await findContents(context),
    origin: deps.db.deployment.origin,
  }
  const form_token = form.form_token ?? randomBytes(16).toString('base64url')
  const page = claimPage(localizer, urls, offer, { ...emptyForm, ...form, form_token })
  return sendOneLinkPage(context, page, viaForm(context, { id: 'claim', page: '', enter: 'claim' }))
}

/** Returns the items of the gift. Returns undefined if they are a surprise. */
async function findContents(context: OneLinkContext): Promise<gifting.ClaimableItems | undefined> {
  const { deps, link, branding, localizer } = context
  const contents = await readTransaction(deps.db, link.account_id, async (ctx) => {
    const campaign = await campaigns.findSendable(ctx, link.campaign_id)
    if (campaign === undefined) return undefined
    const { locale } = branding.communication
    const offer = { campaign, team_id: await oneLinks.findTeam(ctx, link.id) }
    return gifting.listClaimableItems(ctx, offer, locale, localizer.language)
  })
  return contents?.items.length === 0 ? undefined : contents
}

/**
 * Returns the headline and the message of the campaign. If a translation exists, the text is in the language
 * of the page.
 */
function translateOffer({ theme, communication }: OneLinkContext['branding'], language: Language) {
  const { locale, translations = {} } = communication ?? {}
  if (locale === undefined) return { theme, campaign_locale: null }
  const { headline, message } = campaigns.findTranslation({ locale, translations }, language)
  return {
    theme: {
      headline: headline ?? theme.headline,
      message: message ?? theme.message,
    },
    campaign_locale: locale,
    translated: new Set<campaigns.TranslatedText>([
      ...(headline === undefined ? [] : ['headline' as const]),
      ...(message === undefined ? [] : ['message' as const]),
    ]),
  }
}

async function claim(context: OneLinkContext): Promise<FastifyReply> {
  const { form } = context
  const field = (name: string) => form.get(name) ?? ''
  const form_token = /^[A-Za-z0-9_-]{22}$/.test(field('form_token'))
    ? field('form_token')
    : undefined
  const names = { first_name: field('first_name'), last_name: field('last_name') }
  const claimant = { ...names, email: field('email') }
  const submitted = { ...claimant, ...(form_token === undefined ? {} : { form_token }) }
  const isWaitingList = field('list') === 'yes'
  if (form.get('do') === 'show') return showClaimForm(context, submitted, isWaitingList)
  try {
    const result = await claimOnce(context, claimant, form_token)
    return await showResult(context, result, submitted, isWaitingList)
  } catch (error) {
    if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error
    return showClaimForm(context, { ...submitted, errors: error.fieldErrors }, isWaitingList)
  }
}

async function showResult(
  context: OneLinkContext,
  result: oneLinks.ClaimOutcome,
  form: Partial<ClaimForm> & { email: string },
  isWaitingList: boolean,
): Promise<FastifyReply> {
  const { localizer } = context
  switch (result.outcome) {
    case 'claimed':
      return showClaimed(context, result.gift)
    case 'already_claimed':
      return sendOneLinkPage(context, alreadyClaimedPage(localizer, form.email))
    case 'mailed':
    case 'queued':
      return sendOneLinkPage(context, linkSentPage(localizer, form.email, result.outcome))
    case 'refused':
      return showClaimForm(context, { ...form, ...refusal(result) }, isWaitingList)
    case 'limited':
      return showLimited(context, form, isWaitingList, secondsUntil(context, result.retry_at))
    case 'all_reserved':
      context.reply.header('retry-after', String(secondsUntilRetry(context, result.retry_at)))
      return sendOneLinkPage(context, allReservedPage(localizer))
    default:
      return showEnded(context, result.outcome)
  }
}

function showLimited(
  context: OneLinkContext,
  form: Partial<ClaimForm>,
  isWaitingList: boolean,
  wait_seconds: number,
): Promise<FastifyReply> {
  context.reply.header('retry-after', String(wait_seconds))
  return showClaimForm(context, { ...form, wait_seconds }, isWaitingList)
}

/**
 * Returns the seconds until a time. Limits use the real time, also for an account whose clock was advanced.
 */
const secondsUntil = ({ deps }: OneLinkContext, at: Date) =>
  Math.max(1, Math.ceil((at.getTime() - deps.db.clock().getTime()) / 1000))

const secondsUntilRetry = ({ now }: OneLinkContext, at: Date) =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000))

const refusal = ({ reason }: { reason: RefusalReason }) =>
  ({
    errors: [{ code: 'not_allowed', param: 'email', message: 'cannot claim from this one-link' }],
    isRefused: reason !== 'domain',
  }) satisfies Partial<ClaimForm>

/**
 * Claims a gift only once for each form. If a form is submitted twice (double tap), the second request gets
 * the first result. The token in the form proves that both requests come from the same browser.
 */
async function claimOnce(
  context: OneLinkContext,
  claimant: Parameters<typeof oneLinks.claim>[2],
  form_token: string | undefined,
): Promise<oneLinks.ClaimOutcome> {
  const { deps, link, now, request, localizer } = context
  const { cache } = deps.db.deployment
  const key = `claim ${link.id} ${toEmailKey(claimant.email)} ${form_token}`
  const origin = {
    network: toClientNetwork(request.ip),
    device: readOrSetDevice(context),
    locale: localizer.language,
  }
  const result = await inTransaction(
    deps.db,
    link.account_id,
    async (ctx) => {
      const result = await oneLinks.claim(ctx, link.id, claimant, origin)
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

const deviceLifetimeMs = 24 * 60 * 60 * 1000

/** Returns the random id of this browser. The cookie with this id is valid for a day. */
function readOrSetDevice(context: OneLinkContext): string {
  const known = readCookie(context, 'device')
  if (known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)) return known
  const device = randomBytes(16).toString('base64url')
  setCookie(context.deps, context, 'device', device, deviceLifetimeMs)
  return device
}

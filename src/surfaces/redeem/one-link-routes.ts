import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as access from '#access'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { toClientNetwork } from '#platform/client-network'
import { ALL_ACCOUNTS, inTransaction, readTransaction } from '#platform/postgres'
import { alreadyPage, type ClaimForm, claimedPage, claimPage, mailedPage } from './claim-page.ts'
import { type Call, callOf, type Desk, frameFor, tongueFor, type Voice } from './desk.ts'
import { sorryPage, unknownPage } from './ended-page.ts'
import { byForm, byLink } from './gift-call.ts'
import { countMiss, within } from './guard.ts'
import { type ChangeLanguage, type Sheet, sendSheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'

type Request = FastifyRequest<{ Params: { code: string } }>

/** A one-link as one request finds it. */
interface LinkCall extends Call {
  desk: Desk
  link: gifting.OneLink
  voice: Voice & { theme: campaigns.Theme }
  tongue: Tongue
  now: Date
}

/** The page of a one-link: whoever comes by claims one gift, and is shown their own link. */
export function oneLinkRoutes(app: FastifyInstance, desk: Desk): void {
  const link =
    (answer: (call: LinkCall) => FastifyReply | Promise<FastifyReply>) =>
    async (request: Request, reply: FastifyReply) => {
      const call = callOf(request, reply, '/l')
      const met = await meet(desk, call)
      if (met !== undefined) return answer(met)
      await countMiss(desk, request.ip)
      const frame = frameFor(desk, tongueFor(desk, call), undefined, byLink(call))
      return sendSheet(reply, frame, unknownPage(frame.tongue))
    }
  app.get('/l/:code', link(firstPage))
  app.post('/l/:code', link(claim))
}

async function meet(desk: Desk, call: Call): Promise<LinkCall | undefined> {
  const { db } = desk
  const found = await readTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const link = await gifting.findOneLinkByCode(ctx, call.code)
    if (link === undefined) return undefined
    const { account_id } = link
    const ahead = (await access.findClockOffsets(ctx, [account_id])).get(account_id) ?? 0
    return { link, now: new Date(ctx.now.getTime() + ahead) }
  })
  if (found === undefined) return undefined
  const { account_id, campaign_id } = found.link
  const voice = await readTransaction(db, account_id, async (ctx) => {
    const campaign = await campaigns.findSendable(ctx, campaign_id)
    const manner = (
      await campaigns.communicationSettingsById(ctx, [{ account_id, id: campaign_id }])
    ).get(campaign_id)
    if (campaign === undefined || manner === undefined)
      throw new Error(`one-link ${found.link.id} has no campaign`)
    return { sender: campaign.sender, theme: manner.theme, manner }
  })
  return { ...call, ...found, desk, voice, tongue: tongueFor(desk, call, voice) }
}

function show({ desk, reply, tongue, voice }: LinkCall, sheet: Sheet, change: ChangeLanguage) {
  return sendSheet(reply, frameFor(desk, tongue, voice, change), sheet)
}

function firstPage(call: LinkCall): FastifyReply {
  const { desk, link, now } = call
  const { state } = gifting.toOneLinkView(desk.db.deployment, link, now)
  return state === 'open' ? ask(call) : ended(call, state)
}

const empty = { first_name: '', last_name: '', email: '', problems: [] } as const

function ask(call: LinkCall, form: Partial<ClaimForm> = {}): FastifyReply {
  const { tongue, ways, voice, link } = call
  const { allowed_email_domains: domains, expires_at } = link
  const campaign_locale = voice.manner?.locale ?? null
  const offer = {
    sender: voice.sender.name,
    theme: voice.theme,
    expires_at,
    domains,
    campaign_locale,
  }
  const ticket = form.ticket ?? randomBytes(16).toString('base64url')
  const page = claimPage(tongue, ways, offer, { ...empty, ...form, ticket })
  return show(call, page, byForm(call, { id: 'claim', page: '', enter: 'claim' }))
}

function ended(call: LinkCall, state: 'closed' | 'expired' | 'all_claimed'): FastifyReply {
  const { tongue, link } = call
  const { say, lastDay } = tongue
  const words = {
    closed: [say('closed.heading'), say('closed.lead')],
    expired: [say('lapsed.heading'), say('lapsed.lead', { date: lastDay(link.expires_at) })],
    all_claimed: [say('allClaimed.heading'), say('allClaimed.lead')],
  } as const
  return show(call, sorryPage(tongue, ...words[state]), byLink(call))
}

async function claim(call: LinkCall): Promise<FastifyReply> {
  const { form, desk, link } = call
  const typed = (name: string) => form.get(name) ?? ''
  const ticket = /^[A-Za-z0-9_-]{22}$/.test(typed('ticket')) ? typed('ticket') : undefined
  const names = { first_name: typed('first_name'), last_name: typed('last_name') }
  const claimant = { ...names, email: typed('email') }
  const again = { ...claimant, ...(ticket === undefined ? {} : { ticket }) }
  if (form.get('do') === 'show') return ask(call, again)
  const email_key = gifting.toEmailKey(claimant.email)
  if (email_key !== '') await within(desk.limits.email, `${link.id} ${email_key}`)
  try {
    const answer = await withinClaims(call, () => claimOnce(call, claimant, ticket))
    if (answer.outcome === 'mailed')
      return show(call, mailedPage(call.tongue, claimant.email), byLink(call))
    if (answer.outcome === 'already_claimed')
      return show(call, alreadyPage(call.tongue, claimant.email), byLink(call))
    if (answer.outcome !== 'claimed') return ended(call, answer.outcome)
    return claimed(call, answer.gift)
  } catch (error) {
    if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error
    return ask(call, { ...again, problems: error.fieldErrors })
  }
}

/**
 * Counts claims of one network. Only those that took a place count: a mistake in the form, or a second claim with the
 * same address, is given back.
 */
async function withinClaims(
  { desk, link, request }: LinkCall,
  claim: () => Promise<gifting.ClaimOutcome>,
): Promise<gifting.ClaimOutcome> {
  const isMailed = link.allowed_email_domains.length > 0
  const limit = isMailed ? desk.limits.mailedClaims : desk.limits.claims
  const key = toClientNetwork(request.ip)
  await within(limit, key)
  let isCounted = false
  try {
    const answer = await claim()
    isCounted = answer.outcome === 'claimed' || answer.outcome === 'mailed'
    return answer
  } finally {
    if (!isCounted) await limit.giveBack(key)
  }
}

/**
 * Claims. A form that was sent twice (two taps of one finger) gets the answer of its first time: only
 * the browser that was given the form knows its ticket.
 */
async function claimOnce(
  { desk, link, now }: LinkCall,
  claimant: Parameters<typeof gifting.claim>[2],
  ticket: string | undefined,
): Promise<gifting.ClaimOutcome> {
  const { cache: kept } = desk.db.deployment
  const key = `claim ${link.id} ${gifting.toEmailKey(claimant.email)} ${ticket}`
  const answer = await inTransaction(
    desk.db,
    link.account_id,
    async (ctx) => {
      const answer = await gifting.claim(ctx, link.id, claimant)
      if (answer?.outcome === 'claimed' && ticket !== undefined)
        ctx.afterCommit(() => kept.set(key, answer.gift.id))
      return answer
    },
    now,
  )
  if (answer === undefined) return { outcome: 'closed' }
  const isTheirs = answer.outcome === 'already_claimed' && kept.get(key) === answer.gift.id
  return isTheirs ? { ...answer, outcome: 'claimed' } : answer
}

function claimed(call: LinkCall, gift: gifting.Gift): FastifyReply {
  const { deployment: installation } = call.desk.db
  const url = gifting.buildSnapshot(installation, gift).redemption_url ?? ''
  const path = url.slice(installation.origin.length)
  const href = call.asked === undefined ? path : `${path}?lang=${call.asked}`
  const { lastDay, moment } = call.tongue
  // a place is kept for hours only, so the day alone could be over for the reader
  const until = gift.claimed_until === null ? lastDay(gift.expires_at) : moment(gift.claimed_until)
  const { first_name, last_name } = gift
  return show(
    call,
    claimedPage(call.tongue, { first_name, last_name, url, href, until }),
    byLink(call),
  )
}

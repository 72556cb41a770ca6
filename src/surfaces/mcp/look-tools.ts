import { Type } from 'typebox'
import { statuses } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { addressesOf, brief, daysBefore, daysBetween, findGift, whichGift } from './gifts.ts'
import { stateWords, troubled } from './state-words.ts'
import { reads, type Tool, tool } from './tool.ts'
import { notesOn, parcelsOf } from './trace.ts'

const closed = { additionalProperties: false } as const
const oneGift = Type.Object({ gift: whichGift }, closed)

const search = tool({
  name: 'search_gifts',
  title: 'Search gifts',
  description:
    'Gifts of the account, newest first, by recipient, campaign or status. Use it to find the gift that somebody talks about.',
  hints: reads,
  input: Type.Object(
    {
      recipient_email: Type.Optional(Type.String({ maxLength: 254 })),
      campaign_id: Type.Optional(Type.String()),
      status: Type.Optional(Type.String({ enum: [...statuses] })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: '20 if left out.' }),
      ),
    },
    closed,
  ),
  async run({ ctx }, { recipient_email, limit = 20, ...filter }) {
    const who =
      recipient_email === undefined ? {} : { email_key: gifting.toEmailKey(recipient_email) }
    const page = { limit, order: 'desc' } as const
    const { data, has_more } = await gifting.list(ctx, { ...filter, ...who }, page)
    return { answer: { gifts: data.map(brief), has_more }, gift_request_ids: idsOf(data) }
  },
})

const where = tool({
  name: 'where_is_gift',
  title: 'Where is this gift?',
  description:
    'Where one gift stands, whose turn it is, everything that happened to it so far, and the links to it.',
  hints: reads,
  input: oneGift,
  async run(call, { gift: which }) {
    const { ctx } = call
    const gift = await findGift(ctx, which)
    const moves = (await gifting.history(ctx, gift.id)) ?? []
    const answer = {
      ...brief(gift),
      waits_for: stateWords[gift.state].waits_for,
      ...(await addressesOf(call, gift)),
      send_at: gift.send_at,
      expires_at: gift.expires_at,
      parcels: await parcelsOf(ctx, gift),
      so_far: moves.map(({ made_at, to_state, cause }) => ({
        at: made_at,
        state: to_state,
        cause,
      })),
    }
    return { answer, gift_request_ids: [gift.id] }
  },
})

const why = tool({
  name: 'why_has_nothing_arrived',
  title: 'Why has nothing arrived?',
  description:
    'For a gift that somebody is waiting for: what holds it up, for how long already, and what can be done.',
  hints: reads,
  input: oneGift,
  async run(call, { gift: which }) {
    const { ctx } = call
    const gift = await findGift(ctx, which)
    const moves = (await gifting.history(ctx, gift.id)) ?? []
    const since = moves.at(-1)?.made_at ?? gift.updated_at
    const { means, waits_for, advice } = stateWords[gift.state]
    const answer = {
      ...brief(gift),
      reason: means,
      for_days: daysBetween(since, ctx.now),
      waits_for,
      advice,
      notes: await notesOn(ctx, gift),
      ...(await addressesOf(call, gift)),
    }
    return { answer, gift_request_ids: [gift.id] }
  },
})

const stalled = tool({
  name: 'list_stalled',
  title: 'Which gifts are stuck?',
  description:
    'Gifts on which nothing has happened for some days, and those with something the matter: out of stock, address refused, not handed over. Longest first.',
  hints: reads,
  input: Type.Object(
    {
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'Quiet for so long; 7 if left out.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: '20 if left out.' }),
      ),
    },
    closed,
  ),
  async run({ ctx }, { days = 7, limit = 20 }) {
    const { gifts, isAll } = await unfinished(ctx)
    const quiet = daysBefore(ctx.now, days)
    const stuck = gifts
      .filter((gift) => gift.state !== 'scheduled' && gift.state !== 'unclaimed')
      .filter((gift) => troubled.includes(gift.state) || gift.updated_at < quiet)
      .sort((a, b) => a.updated_at.getTime() - b.updated_at.getTime())
    const data = stuck.slice(0, limit)
    return {
      answer: {
        gifts: data.map((gift) => ({
          ...brief(gift),
          for_days: daysBetween(gift.updated_at, ctx.now),
          advice: stateWords[gift.state].advice,
        })),
        stuck: stuck.length,
        looked_at_all: isAll,
      },
      gift_request_ids: idsOf(data),
    }
  },
})

const mostLookedAt = 1_000

/** Oldest first, so many of each status that is not an end. */
async function unfinished(ctx: TxContext): Promise<{ gifts: gifting.Gift[]; isAll: boolean }> {
  const gifts: gifting.Gift[] = []
  let isAll = true
  for (const status of ['submitted', 'redeemed', 'dispatched'] as const) {
    let after: string | undefined
    for (let seen = 0; ; ) {
      const page = { limit: 100, order: 'asc', ...(after === undefined ? {} : { after }) } as const
      const { data, has_more } = await gifting.list(ctx, { status }, page)
      gifts.push(...data)
      seen += data.length
      after = data.at(-1)?.id
      if (!has_more) break
      if (seen < mostLookedAt) continue
      isAll = false
      break
    }
  }
  return { gifts, isAll }
}

const events = tool({
  name: 'gift_events',
  title: 'What did webhooks tell about this gift?',
  description:
    'The events of one gift in their order, and for each whether our own systems got it: which endpoint, how many attempts, and what it answered.',
  hints: reads,
  input: oneGift,
  async run({ ctx }, { gift: which }) {
    const gift = await findGift(ctx, which)
    const { data } = await webhooks.listEvents(
      ctx,
      { subject_id: gift.id },
      { limit: 100, order: 'asc' },
    )
    const told = []
    for (const { id, type, created_at } of data)
      told.push({ id, type, created_at, deliveries: await deliveriesOf(ctx, id) })
    return {
      answer: { reference: gift.reference, status: gift.status, events: told },
      gift_request_ids: [gift.id],
    }
  },
})

async function deliveriesOf(ctx: TxContext, event_id: string) {
  const all = await webhooks.listDeliveries(ctx, { event_id, limit: 100 })
  return all.map(({ endpoint_id, state, attempts, next_at }) => ({
    endpoint_id,
    state,
    attempts: attempts.length,
    last: attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? null,
    next_attempt_at: next_at,
  }))
}

const idsOf = (gifts: readonly gifting.Gift[]) => gifts.map(({ id }) => id)

export const lookTools: readonly Tool[] = [search, where, why, stalled, events]

import { Type } from 'typebox'
import { statuses, toEmailKey } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { giftNotes, listParcels } from './gift-details.ts'
import { daysBefore, daysBetween, findGift, giftRef, giftUrls, summarize } from './gift-lookup.ts'
import {
  count,
  GiftSummary,
  links,
  nullable,
  parcels,
  summary,
  text,
  timestamp,
  waitsFor,
} from './output-schemas.ts'
import { problemStates, stateDescriptions } from './state-descriptions.ts'
import { readOnly, type Tool, tool, toolInput } from './tool.ts'

const oneGift = toolInput({ gift: giftRef })

const searchGifts = tool({
  name: 'search_gifts',
  scope: 'gift_requests:read',
  title: 'Search gifts',
  description:
    'Lists gifts of the account, newest first, by recipient, campaign or status. Use it to find the gift that a user refers to.',
  hints: readOnly,
  input: toolInput({
    recipient_email: Type.Optional(Type.String({ maxLength: 254 })),
    campaign_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.String({ enum: [...statuses] })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 20.' })),
  }),
  output: Type.Object({ gifts: Type.Array(GiftSummary), has_more: Type.Boolean() }),
  async run({ ctx }, { recipient_email, limit = 20, ...filter }) {
    const recipientFilter =
      recipient_email === undefined ? {} : { email_key: toEmailKey(recipient_email) }
    const page = { limit, order: 'desc' } as const
    const { data, has_more } = await gifting.list(ctx, { ...filter, ...recipientFilter }, page)
    return { output: { gifts: data.map(summarize), has_more }, gift_request_ids: toIds(data) }
  },
})

const whereIsGift = tool({
  name: 'where_is_gift',
  scope: 'gift_requests:read',
  title: 'Where is this gift?',
  description: 'Returns the state of a gift, who must act next, its history, and its links.',
  hints: readOnly,
  input: oneGift,
  output: Type.Object({
    ...summary,
    waits_for: waitsFor,
    ...links,
    send_at: nullable(timestamp()),
    expires_at: timestamp(),
    parcels,
    history: Type.Array(Type.Object({ at: timestamp(), state: text(), cause: text() }), {
      description: 'Oldest first.',
    }),
  }),
  async run(context, { gift: ref }) {
    const { ctx } = context
    const gift = await findGift(ctx, ref)
    const transitions = (await gifting.history(ctx, gift.id)) ?? []
    const output = {
      ...summarize(gift),
      waits_for: stateDescriptions[gift.state].waits_for,
      ...(await giftUrls(context, gift)),
      send_at: gift.send_at,
      expires_at: gift.expires_at,
      parcels: await listParcels(ctx, gift),
      history: transitions.map(({ created_at, to_state, cause }) => ({
        at: created_at,
        state: to_state,
        cause,
      })),
    }
    return { output, gift_request_ids: [gift.id] }
  },
})

const whyNothingArrived = tool({
  name: 'why_has_nothing_arrived',
  scope: 'gift_requests:read',
  title: 'Why has nothing arrived?',
  description:
    'Explains why a gift has not arrived: the cause, for how long, and what can be done.',
  hints: readOnly,
  input: oneGift,
  output: Type.Object({
    ...summary,
    reason: text(),
    for_days: count('Whole days since the last change of the state.'),
    waits_for: waitsFor,
    advice: text(),
    notes: Type.Array(text()),
    ...links,
  }),
  async run(context, { gift: ref }) {
    const { ctx } = context
    const gift = await findGift(ctx, ref)
    const transitions = (await gifting.history(ctx, gift.id)) ?? []
    const since = transitions.at(-1)?.created_at ?? gift.updated_at
    const { meaning, waits_for, advice } = stateDescriptions[gift.state]
    const output = {
      ...summarize(gift),
      reason: meaning,
      for_days: daysBetween(since, ctx.now),
      waits_for,
      advice,
      notes: await giftNotes(ctx, gift),
      ...(await giftUrls(context, gift)),
    }
    return { output, gift_request_ids: [gift.id] }
  },
})

const listStalled = tool({
  name: 'list_stalled',
  scope: 'gift_requests:read',
  title: 'Which gifts are stuck?',
  description:
    'Lists gifts without activity for some days, and gifts with a problem: out of stock, address rejected, delivery failed. Longest first.',
  hints: readOnly,
  input: toolInput({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Days without activity. Default: 7.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 20.' })),
  }),
  output: Type.Object({
    gifts: Type.Array(
      Type.Object({ ...summary, for_days: count('Days without activity.'), advice: text() }),
    ),
    stuck: count('All stuck gifts, also those beyond the limit.'),
    is_complete: Type.Boolean({ description: 'False if the account has too many gifts to check.' }),
  }),
  async run({ ctx }, { days = 7, limit = 20 }) {
    const { gifts, isComplete } = await listUnfinished(ctx)
    const inactiveSince = daysBefore(ctx.now, days)
    const stuck = gifts
      .filter((gift) => gift.state !== 'scheduled' && gift.state !== 'unclaimed')
      .filter((gift) => problemStates.includes(gift.state) || gift.updated_at < inactiveSince)
      .sort((a, b) => a.updated_at.getTime() - b.updated_at.getTime())
    const data = stuck.slice(0, limit)
    return {
      output: {
        gifts: data.map((gift) => ({
          ...summarize(gift),
          for_days: daysBetween(gift.updated_at, ctx.now),
          advice: stateDescriptions[gift.state].advice,
        })),
        stuck: stuck.length,
        is_complete: isComplete,
      },
      gift_request_ids: toIds(data),
    }
  },
})

const maxScannedPages = 10

/**
 * Lists unfinished gifts with the oldest first. For each status, it reads at most a fixed number of pages.
 */
async function listUnfinished(
  ctx: TxContext,
): Promise<{ gifts: gifting.Gift[]; isComplete: boolean }> {
  const gifts: gifting.Gift[] = []
  let isComplete = true
  for (const status of ['submitted', 'redeemed', 'dispatched'] as const) {
    let after: string | undefined
    for (let pages = 1; ; pages += 1) {
      const page = { limit: 100, order: 'asc', ...(after === undefined ? {} : { after }) } as const
      const { data, has_more } = await gifting.list(ctx, { status }, page)
      gifts.push(...data)
      after = data.at(-1)?.id
      if (!has_more) break
      if (pages < maxScannedPages) continue
      isComplete = false
      break
    }
  }
  return { gifts, isComplete }
}

const Delivery = Type.Object({
  endpoint_id: text(),
  state: text(),
  attempts: count(),
  last: Type.Union([Type.Integer(), text(), Type.Null()], {
    description: 'The status or the error code of the last attempt; null before the first.',
  }),
  next_attempt_at: nullable(timestamp()),
})

const giftEvents = tool({
  name: 'gift_events',
  scope: 'events:read',
  title: 'Which events were sent for this gift?',
  description:
    'Lists the events of a gift in order, and the deliveries of each: endpoint, number of attempts, and last response.',
  hints: readOnly,
  input: oneGift,
  output: Type.Object({
    reference: text(),
    status: text(),
    events: Type.Array(
      Type.Object({
        id: text(),
        type: text(),
        created_at: timestamp(),
        deliveries: Type.Array(Delivery),
      }),
      { description: 'Oldest first.' },
    ),
  }),
  async run({ ctx }, { gift: ref }) {
    const gift = await findGift(ctx, ref)
    const { data } = await webhooks.listEvents(
      ctx,
      { subject_id: gift.id },
      { limit: 100, order: 'asc' },
    )
    const eventList = []
    for (const { id, type, created_at } of data)
      eventList.push({ id, type, created_at, deliveries: await listDeliveries(ctx, id) })
    return {
      output: { reference: gift.reference, status: gift.status, events: eventList },
      gift_request_ids: [gift.id],
    }
  },
})

async function listDeliveries(ctx: TxContext, event_id: string) {
  const all = await webhooks.listDeliveries(ctx, { event_id, limit: 100 })
  return all.map(({ endpoint_id, state, attempts, next_at }) => ({
    endpoint_id,
    state,
    attempts: attempts.length,
    last: attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? null,
    next_attempt_at: next_at,
  }))
}

const toIds = (gifts: readonly gifting.Gift[]) => gifts.map(({ id }) => id)

export const readTools: readonly Tool[] = [
  searchGifts,
  whereIsGift,
  whyNothingArrived,
  listStalled,
  giftEvents,
]

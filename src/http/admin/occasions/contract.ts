import { type Static, Type } from 'typebox'
import { maxOffsetDays, occasionKinds, outcomeStates, timings } from '#contract/occasion-limits'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'

/* The contract of occasions: gifts that rules send to contacts on their days. */

const id = Type.String({ maxLength: 64 })
const text = Type.String({ maxLength: 1_000 })
const texts = Type.Array(text, { maxItems: 100 })
const Money = Type.Object({ amount_minor: Type.Integer(), currency: Type.String() })

export const OccasionTerms = Type.Object(
  {
    kind: oneOfTexts(...occasionKinds),
    field: orNull(text),
    repeats: Type.Boolean(),
    years: Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), { maxItems: 100 }),
    offset_days: Type.Integer({ minimum: -maxOffsetDays, maximum: maxOffsetDays }),
    group_ids: texts,
    countries: texts,
    departments: texts,
    campaign_id: id,
    team_id: orNull(id),
    email_message: orNull(
      Type.Object(
        { subject: Type.String({ maxLength: 10_000 }), body: Type.String({ maxLength: 20_000 }) },
        strict,
      ),
    ),
    timing: oneOfTexts(...timings),
    choice_days: Type.Integer({ minimum: 0, maximum: 60 }),
    weekends: oneOfTexts('same', 'before', 'after'),
    send_time: text,
    time_zone: text,
    needs_approval: Type.Boolean(),
    max_days_late: Type.Integer({ minimum: 0, maximum: 30 }),
  },
  strict,
)
export type OccasionTerms = Static<typeof OccasionTerms>

const ruleInput = { name: text, owner_id: id, ...OccasionTerms.properties }
const RuleInput = Type.Object(ruleInput, strict)

export const OccasionRule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  owner_id: Type.String(),
  owner_name: Type.String(),
  campaign_name: Type.String(),
  ...OccasionTerms.properties,
  on_since: orNull(Timestamp),
  checked_at: orNull(Timestamp),
  problem: orNull(Type.String({ description: 'Why the last check sent nothing.' })),
})
export type OccasionRule = Static<typeof OccasionRule>

const Holiday = Type.Object({
  name: Type.String(),
  own_name: orNull(Type.String({ description: 'In the first language of the country.' })),
  language: orNull(Type.String({ description: 'The language of the own name.' })),
})

export const PlannedGift = Type.Object({
  rule_id: orNull(Type.String()),
  rule_name: Type.String(),
  contact_id: Type.String(),
  name: Type.String(),
  year: Type.Integer(),
  number: orNull(Type.Integer()),
  day: Type.String(),
  wanted_day: Type.String(),
  target_day: Type.String(),
  moved_by: orNull(Holiday),
  parcel_holidays: Type.Array(Holiday),
  send_day: Type.String(),
  send_at: Timestamp,
  is_late: Type.Boolean(),
  state: oneOfTexts('planned', ...outcomeStates),
  reason: orNull(Type.String({ description: 'Why a gift that waited was cancelled.' })),
})
export type PlannedGift = Static<typeof PlannedGift>

/** The most gifts of a forecast that are listed. The counts are of all of them. */
export const maxListedGifts = 1_000

export const OccasionForecast = Type.Object({
  gifts: Type.Array(PlannedGift),
  total: Type.Integer(),
  late: Type.Integer(),
  months: Type.Array(
    Type.Object({ month: Type.String(), gifts: Type.Integer(), late: Type.Integer() }),
  ),
  excluded: Type.Array(Type.Object({ reason: Type.String(), people: Type.Integer() })),
  supplies: Type.Array(
    Type.Object({
      campaign_id: Type.String(),
      campaign_name: Type.String(),
      gifts: Type.Integer(),
      most_per_gift: Type.Array(Money),
      items_without_cost: Type.Integer(),
      in_stock: orNull(Type.Integer()),
      out_of_stock_at: orNull(Timestamp),
      budget_left: orNull(Money),
      over_budget_at: orNull(Timestamp),
    }),
  ),
  parcels: Type.Array(
    Type.Object({ country: Type.String(), days: Type.Integer(), is_measured: Type.Boolean() }),
  ),
})
export type OccasionForecast = Static<typeof OccasionForecast>

export const OccasionExplanation = Type.Object({
  rule_id: Type.String(),
  rule_name: Type.String(),
  day: orNull(Type.String()),
  year: orNull(Type.Integer()),
  reason: Type.String(),
  fact: orNull(Type.String()),
  send_at: orNull(Timestamp),
  bulk_send_id: orNull(Type.String()),
  gift_request_id: orNull(Type.String()),
})
export type OccasionExplanation = Static<typeof OccasionExplanation>

const occasionId = { contact_id: id, year: Type.Integer({ minimum: 1900, maximum: 9999 }) }

export const listOccasionRules = operation('GET', '/occasions', {
  permission: 'gift_requests:write',
  summary: 'list the rules that send gifts to contacts on their days',
  reply: page(OccasionRule),
})

export const getOccasionRule = operation('GET', '/occasions/:id', {
  permission: 'gift_requests:write',
  summary: 'show a rule of occasions',
  reply: OccasionRule,
})

export const createOccasionRule = operation('POST', '/occasions', {
  permission: 'gift_requests:write',
  summary: 'create a rule of occasions, which is off',
  body: RuleInput,
  status: 201,
  reply: OccasionRule,
})

export const changeOccasionRule = operation('PUT', '/occasions/:id', {
  permission: 'gift_requests:write',
  summary: 'change a rule of occasions',
  body: RuleInput,
  reply: OccasionRule,
})

export const switchOccasionRule = operation('PUT', '/occasions/:id/state', {
  permission: 'gift_requests:write',
  summary: 'switch a rule of occasions on or off',
  body: Type.Object({ is_on: Type.Boolean() }, strict),
  reply: OccasionRule,
})

export const deleteOccasionRule = operation('DELETE', '/occasions/:id', {
  permission: 'gift_requests:write',
  summary: 'delete a rule of occasions that is off',
})

export const forecastOccasions = operation('POST', '/occasions/forecast', {
  permission: 'gift_requests:write',
  summary: 'plan the gifts of a rule, or of all that are on, for the next or the last year',
  weight: 20,
  body: Type.Object(
    {
      period: oneOfTexts('next_year', 'last_year'),
      rule: Type.Optional(Type.Object({ id: Type.Optional(id), ...ruleInput }, strict)),
    },
    strict,
  ),
  reply: OccasionForecast,
})

export const skipOccasion = operation('POST', '/occasions/:id/skips', {
  permission: 'gift_requests:write',
  summary: 'leave out a contact in one year of a rule',
  body: Type.Object(occasionId, strict),
})

export const allowOccasion = operation('POST', '/occasions/:id/allowed', {
  permission: 'gift_requests:write',
  summary: 'send a gift of a rule after all that was left out, refused or cancelled',
  body: Type.Object(occasionId, strict),
})

export const explainOccasions = operation('GET', '/contacts/:id/occasions', {
  permission: 'contacts:write',
  summary: 'explain which gifts of rules a contact gets, and why not',
  weight: 5,
  reply: Type.Object({ data: Type.Array(OccasionExplanation), has_more: Type.Boolean() }),
})

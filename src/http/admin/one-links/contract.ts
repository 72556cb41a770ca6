import { type Static, Type } from 'typebox'
import { oneLinkStates } from '#contract/one-link'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import {
  boundedText,
  GiftStatus,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

export const OneLink = Type.Object({
  id: Type.String(),
  name: orNull(Type.String({ description: 'Tells one-links of one campaign apart.' })),
  campaign: Type.Object({ id: Type.String(), name: Type.String(), web_url: Type.String() }),
  url: Type.String(),
  quantity: Type.Integer(),
  claimed: Type.Integer(),
  available: Type.Integer(),
  state: oneOfTexts(...oneLinkStates),
  allowed_email_domains: Type.Array(Type.String()),
  expires_at: Timestamp,
  closed_at: orNull(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type OneLink = Static<typeof OneLink>

const limit = (maximum: number) => Type.Integer({ minimum: 1, maximum })

/** The rules for claims of a one-link. */
export const ClaimRules = Type.Object({
  require_confirmation: Type.Boolean(),
  require_approval: Type.Boolean(),
  has_waiting_list: Type.Boolean(),
  refuse_disposable: Type.Boolean(),
  max_claims_per_address: limit(100),
  max_claims_per_network: limit(100_000),
  max_claims_per_device: limit(10_000),
})
export type ClaimRules = Static<typeof ClaimRules>

const ClaimRulesChange = Type.Partial(ClaimRules, strict)

export const RefusalReason = oneOfTexts(
  'domain',
  'disposable',
  'denied',
  'address_limit',
  'network_limit',
  'device_limit',
  'email_limit',
  'full',
)
export type RefusalReason = Static<typeof RefusalReason>

export const ClaimCounts = Type.Object({
  unconfirmed: Type.Integer({ description: 'Places reserved until the address is confirmed.' }),
  pending: Type.Integer({ description: 'Places that wait for approval.' }),
  listed: Type.Integer({ description: 'Confirmed entries of the waiting list.' }),
  offered: Type.Integer({ description: 'Places offered to the waiting list.' }),
  rejected: Type.Integer(),
  refused: Type.Array(Type.Object({ reason: RefusalReason, count: Type.Integer() }), {
    description: 'Most frequent first.',
  }),
})

export const OneLinkDetail = Type.Object({
  ...OneLink.properties,
  unclaimed: Type.Integer(),
  rules: ClaimRules,
  counts: ClaimCounts,
  claims: Type.Array(
    Type.Object({
      id: Type.String(),
      reference: Type.String(),
      name: Type.String(),
      email: Type.String(),
      status: GiftStatus,
      updated_at: Timestamp,
    }),
    { description: 'The latest claims.' },
  ),
})
export type OneLinkDetail = Static<typeof OneLinkDetail>

/** A claim without a gift. */
export const OpenClaim = Type.Object({
  id: Type.String(),
  state: oneOfTexts('pending', 'listed', 'offered'),
  name: Type.String(),
  email: Type.String(),
  since: Timestamp,
  until: orNull(Timestamp),
})
export type OpenClaim = Static<typeof OpenClaim>

const Decision = oneOfTexts('approve', 'reject')
export type Decision = Static<typeof Decision>

const name = Type.String({ maxLength: 1_000, description: 'Empty for none.' })
const domains = Type.Array(boundedText(253), { maxItems: 100 })
const settings = {
  allowed_email_domains: Type.Optional(domains),
  expires_at: Type.Optional(boundedText(40)),
}

export const listOneLinks = operation('GET', '/one-links', {
  role: 'sender',
  summary: 'list one-links',
  query: listQuery({}),
  reply: page(OneLink),
})

export const readOneLink = operation('GET', '/one-links/:id', {
  role: 'sender',
  summary: 'show a one-link and its latest claims',
  reply: OneLinkDetail,
})

export const createOneLink = operation('POST', '/one-links', {
  role: 'sender',
  summary: 'create a one-link',
  body: Type.Object(
    {
      campaign_id: boundedText(64),
      name: Type.Optional(name),
      quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
      ...settings,
      allowed_email_domains: domains,
      ...ClaimRulesChange.properties,
    },
    strict,
  ),
  status: 201,
  reply: OneLink,
})

export const changeOneLink = operation('PATCH', '/one-links/:id', {
  role: 'sender',
  summary: 'change the expiry, the allowed domains and the rules for claims of a one-link',
  body: Type.Object({ ...settings, ...ClaimRulesChange.properties }, strict),
  reply: Type.Object({ ...OneLink.properties, rules: ClaimRules }),
})

export const renameOneLink = operation('PUT', '/one-links/:id/name', {
  role: 'sender',
  summary: 'rename a one-link, also one that has ended',
  body: Type.Object({ name }, strict),
  reply: OneLink,
})

export const closeOneLink = operation('POST', '/one-links/:id/close', {
  role: 'sender',
  summary: 'close a one-link and cancel its unclaimed gifts',
  reply: OneLink,
})

export const listClaims = operation('GET', '/one-links/:id/claims', {
  role: 'sender',
  summary: 'list the claims that wait for approval or for a place',
  reply: Type.Object({ pending: Type.Array(OpenClaim), waiting_list: Type.Array(OpenClaim) }),
})

export const decideClaims = operation('POST', '/one-links/:id/claims/decide', {
  role: 'sender',
  summary: 'approve or reject claims of a one-link',
  body: Type.Object(
    {
      ids: Type.Array(boundedText(64), { minItems: 1, maxItems: 100 }),
      decision: Decision,
    },
    strict,
  ),
  reply: Type.Object({ decided: Type.Integer(), skipped: Type.Integer() }),
})

export const downloadClaims = operation('GET', '/one-links/:id/claims.csv', {
  role: 'sender',
  summary: 'download the claims of a one-link',
  mediaTypes: ['text/csv'],
})

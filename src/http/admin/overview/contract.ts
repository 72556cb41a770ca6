import { type Static, Type } from 'typebox'
import { healthStates } from '#contract/endpoint-app-members'
import { giftListFilters } from '#contract/gift-filters'
import { AttentionKindName } from '../attention/contract.ts'
import { BulkAction } from '../bulk-actions/contract.ts'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import { oneOfTexts, orNull, Timestamp } from '../lib/schemas.ts'

export const EmailStatus = Type.Object({
  is_configured: Type.Boolean(),
  queued: Type.Integer(),
  error: orNull(Type.String()),
})
export type EmailStatus = Static<typeof EmailStatus>

export const FailingEndpoint = Type.Object({
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  state: oneOfTexts(...healthStates),
  abandoned: Type.Integer(),
  attempts: Type.Integer(),
  failed: Type.Integer(),
})
export type FailingEndpoint = Static<typeof FailingEndpoint>

/** A gift with a parcel that was lost or returned. It is listed until the sender ships the items again. */
export const UndeliveredGift = Type.Object({
  id: Type.String(),
  reference: Type.String(),
  recipient: Type.String(),
  parcel_state: oneOfTexts('lost', 'returned'),
})
export type UndeliveredGift = Static<typeof UndeliveredGift>

/** A certificate of a webhook endpoint that expires within 30 days, or has expired. */
export const ExpiringCertificate = Type.Object({
  endpoint_id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  certificate: oneOfTexts('ca', 'client_certificate'),
  expires_at: Timestamp,
})
export type ExpiringCertificate = Static<typeof ExpiringCertificate>

const EndedAction = Type.Object({
  ...Type.Pick(BulkAction, ['id', 'kind', 'days', 'gifts', 'done']).properties,
  ended_at: Timestamp,
})
export type EndedAction = Static<typeof EndedAction>

export const AttentionReport = Type.Object({
  has_gifts: Type.Boolean({ description: 'The account has created a gift.' }),
  has_sample_data: Type.Boolean({
    description: 'The account is the demo account of staging, with gifts that are examples.',
  }),
  email: EmailStatus,
  reached_text_limit: orNull(
    Type.Integer({
      description: 'The text messages of a day, if more were refused today; otherwise null.',
    }),
  ),
  /**
   * The number of open items of each kind, without the items about endpoints. 1,001 means more than 1,000.
   */
  counts: Type.Array(Type.Object({ kind: AttentionKindName, count: Type.Integer() })),
  awaiting_approval: Type.Integer({
    description: 'Sends that an admin can approve; 0 for others.',
  }),
  ended_actions: Type.Array(EndedAction, {
    description:
      'Bulk actions of the user that ended in the last 24 hours, the latest first, at most 20.',
  }),
  /**
   * The gifts that did not arrive in the last 30 days. The newest gift is first, and there are at most 20.
   */
  undelivered: Type.Array(UndeliveredGift),
  /** The variants that have few codes left, or for whose codes gifts wait. */
  low_codes: Type.Array(
    Type.Object({
      variant_id: Type.String(),
      product_id: Type.String(),
      name: Type.String(),
      free: Type.Integer(),
      waiting: Type.Integer(),
      threshold: Type.Integer(),
    }),
  ),
  failing_endpoints: Type.Array(FailingEndpoint),
  /** The certificates that expire soon. The first one to expire is first, and there are at most 20. */
  expiring_certificates: Type.Array(ExpiringCertificate),
})
export type AttentionReport = Static<typeof AttentionReport>

const StagesByPeriodEnd = Type.Object({
  sent: Type.Integer(),
  opened: Type.Integer(),
  redeemed: Type.Integer(),
})

/**
 * The gifts of a period and of the period before. For each period, the counts show the stages that its gifts
 * reached until its end.
 */
export const Comparison = orNull(
  Type.Object({
    current: StagesByPeriodEnd,
    previous_from: Timestamp,
    previous: StagesByPeriodEnd,
  }),
)
export type Comparison = Static<typeof Comparison>

/** The gifts that will be sent or will expire in the next seven days in UTC. */
export const Upcoming = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      scheduled: Type.Integer({ description: 'Gifts to send.' }),
      expiring: Type.Integer({ description: 'Gifts that await their recipients.' }),
    }),
  ),
  /** Whether the counts stop at 10,000. */
  is_capped: Type.Boolean(),
})
export type Upcoming = Static<typeof Upcoming>

export const OnboardingProgress = Type.Object({
  is_dismissed: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      track: oneOfTexts('gifting', 'developers'),
      name: oneOfTexts(
        'brand',
        'product',
        'campaign',
        'gift',
        'teammate',
        'token',
        'endpoint',
        'delivery',
      ),
      done_at: orNull(Timestamp),
    }),
  ),
})
export type OnboardingProgress = Static<typeof OnboardingProgress>

export const listAttention = operation('GET', '/overview/attention', {
  permission: 'gift_requests:read',
  summary: 'list what needs attention',
  isFrequent: true,
  reply: AttentionReport,
})

export const readEmailStatus = operation('GET', '/email-status', {
  permission: 'gift_requests:read',
  summary: 'show whether emails can be sent, and how many are queued',
  isFrequent: true,
  reply: EmailStatus,
})

export const comparePeriods = operation('GET', '/overview/comparison', {
  permission: 'gift_requests:read',
  query: filterQuery(giftListFilters),
  summary: 'compare the gifts of a period with those of the period before',
  reply: Type.Object({ comparison: Comparison }),
})

export const listUpcoming = operation('GET', '/overview/upcoming', {
  permission: 'gift_requests:read',
  summary: 'count the gifts that are sent or expire in the next seven days',
  reply: Upcoming,
})

export const readOnboardingProgress = operation('GET', '/overview/onboarding', {
  permission: 'administration',
  summary: 'list the first steps with their completion dates',
  reply: OnboardingProgress,
})

export const dismissOnboarding = operation('POST', '/overview/onboarding/dismissal', {
  permission: 'administration',
  clock: 'real',
  summary: 'hide the first steps',
})

export const restoreOnboarding = operation('DELETE', '/overview/onboarding/dismissal', {
  permission: 'administration',
  clock: 'real',
  summary: 'show the first steps again',
})

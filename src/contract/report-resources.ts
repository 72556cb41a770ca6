import { Type } from 'typebox'
import { enumOf, nullable } from './schema-parts.ts'

/* The schemas of reports in responses. */

const count = Type.Integer({ minimum: 0 })

const Funnel = Type.Object({
  sent: count,
  opened: count,
  redeemed: count,
  delivered: count,
  statuses: Type.Object(
    {
      submitted: count,
      redeemed: count,
      dispatched: count,
      delivered: count,
      cancelled: count,
      expired: count,
    },
    { description: 'By current status; expired gifts are counted apart from cancelled ones.' },
  ),
})

const TimeToRedeem = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'Gifts that recipients redeemed.' }),
  median_hours: nullable(Type.Number()),
  p90_hours: nullable(Type.Number(), 'Nine in ten gifts were redeemed in this time.'),
  buckets: Type.Array(
    Type.Object({
      until_days: nullable(Type.Number(), 'Null for gifts that took longer.'),
      count,
    }),
  ),
})

const CountryCount = Type.Object({
  country: Type.String({ description: 'ISO 3166-1 alpha-2, such as DE.' }),
  count,
})

const GiftCount = Type.Object({
  variant_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  count,
})

const Trend = Type.Object({
  unit: enumOf(
    ['day', 'week', 'month'],
    'Longer times have longer periods. A week begins on Monday.',
  ),
  points: Type.Array(
    Type.Object({
      from: Type.String({ format: 'date', description: 'The first day of the period, in UTC.' }),
      sent: count,
      redeemed: Type.Integer({
        minimum: 0,
        description: 'How many of the gifts that were sent in the period are redeemed now.',
      }),
    }),
    { description: 'Oldest first, without gaps, at most 120.' },
  ),
})

const Attention = Type.Object({
  stalled_gift_requests: count,
  expiring_gift_requests: Type.Integer({ minimum: 0, description: 'In the next seven days.' }),
  bounced_recipients: count,
  low_stock_products: count,
  low_codes: Type.Array(
    Type.Object({
      variant_id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      free: count,
      waiting: count,
    }),
  ),
  queued_emails: count,
})

export const reportSchemas = {
  funnels: Funnel,
  redeem_times: TimeToRedeem,
  country_counts: CountryCount,
  gift_counts: GiftCount,
  trends: Trend,
  attention_reports: Attention,
} as const

/** Named schemas of the documents. */
export const namedReports = {
  Funnel,
  TimeToRedeem,
  CountryCount,
  GiftCount,
  Trend,
  Attention,
} as const

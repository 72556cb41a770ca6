import { exampleIds } from '../examples.ts'
import { reportFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import { filterParameters } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

const common = {
  tag: 'Reports',
  since: '2026-05',
  scope: 'reports:read',
  method: 'GET',
} as const

const filtered = {
  query: filterParameters(reportFilters, {
    campaign_id: 'Only gifts of this campaign.',
    one_link_id: 'Only gifts of this one-link.',
    sender_id: 'Only gifts of this sender.',
    variant_id: 'Only redeemed gifts with this variant.',
    country: 'Only gifts to this country, such as DE.',
    created_after: 'Only gifts created after this time.',
    created_before: 'Only gifts created before this time.',
  }),
  errors: [{ code: 'invalid', status: 400 }],
} as const

const statuses = {
  submitted: 20,
  redeemed: 30,
  dispatched: 10,
  delivered: 60,
  cancelled: 4,
  expired: 6,
}

/** The figures of the web app's overview. Each counts as several requests. */
export const reportOperations = [
  operation({
    ...common,
    ...filtered,
    id: 'getFunnel',
    path: '/reports/funnel',
    summary: 'Count gifts by stage',
    description: 'How many gifts were sent, opened, redeemed and delivered.',
    responses: oneResource('funnels', 'The counts.', {
      ...{ sent: 120, opened: 110, redeemed: 100, delivered: 60 },
      statuses,
    }),
  }),
  operation({
    ...common,
    ...filtered,
    id: 'getTimeToRedeem',
    path: '/reports/time_to_redeem',
    summary: 'Get the time that recipients take to redeem',
    description: 'The median, the time of nine in ten gifts, and counts by duration.',
    responses: oneResource('redeem_times', 'The times.', {
      count: 100,
      median_hours: 26.5,
      p90_hours: 140,
      buckets: [
        { until_days: 1, count: 48 },
        { until_days: null, count: 52 },
      ],
    }),
  }),
  operation({
    ...common,
    ...filtered,
    id: 'listGiftsByCountry',
    path: '/reports/countries',
    summary: 'Count gifts by country',
    description: 'Gifts whose country is known, the largest number first, on one page.',
    responses: manyResources('country_counts', 'The counts.', { country: 'DE', count: 70 }),
  }),
  operation({
    ...common,
    ...filtered,
    id: 'listTopGifts',
    path: '/reports/top_gifts',
    summary: 'List the most frequent gifts',
    description: 'The eight variants that most redeemed gifts contain.',
    responses: manyResources('gift_counts', 'The counts.', {
      variant_id: exampleIds.variant,
      name: 'Linen notebook, plum',
      count: 41,
    }),
  }),
  operation({
    ...common,
    ...filtered,
    id: 'getTrend',
    path: '/reports/trend',
    summary: 'Count gifts over time',
    description:
      'How many gifts were sent in each day, week or month, and how many of them are redeemed now. Up to 100 days are counted by day, up to 700 by week.',
    responses: oneResource('trends', 'The counts.', {
      unit: 'week',
      points: [
        { from: '2026-04-27', sent: 40, redeemed: 34 },
        { from: '2026-05-04', sent: 80, redeemed: 61 },
      ],
    }),
  }),
  operation({
    ...common,
    id: 'getAttention',
    path: '/reports/attention',
    summary: 'Get the work to do',
    description:
      'Stalled and expiring gifts, bounced addresses, low stock and codes, and queued emails. Counts end at 1,001.',
    responses: oneResource('attention_reports', 'The counts.', {
      stalled_gift_requests: 1,
      expiring_gift_requests: 3,
      bounced_recipients: 0,
      low_stock_products: 2,
      low_codes: [{ variant_id: exampleIds.variant, name: 'Voucher', free: 4, waiting: 0 }],
      queued_emails: 0,
    }),
    errors: [],
  }),
]

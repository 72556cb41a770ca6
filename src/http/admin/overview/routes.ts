import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as attention from '#attention'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import { toApprover, toGiftQuery } from '#http/api'
import { getTimestampOfId } from '#platform/lib/ids'
import { atRealTime, type TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import * as webhooks from '#webhooks'
import { handle } from '../lib/handle.ts'
import type { ReplyValue } from '../lib/operation.ts'
import * as contract from './contract.ts'

const checklist = 'onboarding'
const maxUndelivered = 20

/**
 * The routes of the overview page. It shows alerts and then analytics. The analytics use the filters of the
 * gift request list.
 */
export const overviewRoutes = [
  handle(contract.listAttention, async ({ ctx, member, canSendEmail }) => {
    const [gifts, counts, ended_actions, undelivered, lowCodes, email, textLimit, isSample] =
      await Promise.all([
        gifting.list(ctx, {}, { limit: 1, order: 'desc' }),
        attention.countOpen(ctx),
        listEndedActions(ctx, member.user_id),
        listUndelivered(ctx),
        listLowCodes(ctx),
        readEmailStatus(ctx, canSendEmail),
        mail.findReachedTextLimit(atRealTime(ctx)),
        hasSampleData(ctx),
      ])
    const seesEndpoints = accounts.can(member, 'endpoints:read') && member.tier === 'enterprise'
    return {
      has_gifts: gifts.data.length > 0,
      has_sample_data: isSample,
      email,
      reached_text_limit: textLimit,
      counts: counts.filter(
        ({ kind }) =>
          kind !== 'endpoint_failing' &&
          kind !== 'delivery_abandoned' &&
          ((kind !== 'connection_failing' && kind !== 'domain_missing') || member.role === 'admin'),
      ),
      awaiting_approval: await sends.countAwaiting(ctx, toApprover(member)),
      ended_actions,
      undelivered,
      low_codes: lowCodes,
      failing_endpoints: seesEndpoints ? await listFailingEndpoints(ctx) : [],
      expiring_certificates: seesEndpoints
        ? await webhooks.listExpiringCertificates(atRealTime(ctx))
        : [],
    }
  }),

  handle(contract.readEmailStatus, ({ ctx, canSendEmail }) => readEmailStatus(ctx, canSendEmail)),

  handle(contract.comparePeriods, async (context) => ({
    comparison: await giftLists.comparePeriods(
      context.ctx,
      toGiftQuery(context.query, context.member),
    ),
  })),

  handle(contract.listUpcoming, ({ ctx }) => giftLists.listUpcoming(ctx)),

  handle(contract.readOnboardingProgress, async ({ ctx, member }) => {
    const isDismissed = await accounts.isDismissed(ctx, member.user_id, checklist)
    return {
      is_dismissed: isDismissed,
      steps: isDismissed ? [] : await listFirstSteps(ctx, member),
    }
  }),

  handle(contract.dismissOnboarding, ({ ctx, member }) =>
    accounts.dismiss(ctx, member.user_id, checklist),
  ),

  handle(contract.restoreOnboarding, ({ ctx, member }) =>
    accounts.restoreDismissed(ctx, member.user_id, checklist),
  ),
]

/** Returns whether the account is a demo: its oldest gift was created with a history, before the account itself. */
async function hasSampleData(ctx: TxContext): Promise<boolean> {
  if (ctx.deployment.stage !== 'staging') return false
  const { data } = await gifting.list(ctx, {}, { limit: 1, order: 'asc' })
  const [oldest] = data
  return oldest !== undefined && oldest.created_at < getTimestampOfId(ctx.account_id)
}

const readEmailStatus = async (ctx: TxContext, is_configured: boolean) => ({
  is_configured,
  ...(await mail.getQueueStatus(ctx)),
})

/** Lists the variants with few codes, without those whose item is snoozed. */
async function listLowCodes(ctx: TxContext) {
  const snoozed = await attention.findSnoozedSubjects(ctx, ['stock_low'])
  const variants = await digital.listLowVariants(ctx)
  return variants.filter(({ variant_id }) => !snoozed.includes(variant_id))
}

/** Lists the endpoints that fail or missed events, without those whose items are snoozed. */
async function listFailingEndpoints(ctx: TxContext) {
  const kinds = ['endpoint_failing', 'delivery_abandoned'] as const
  const snoozed = await attention.findSnoozedSubjects(ctx, kinds)
  return (await webhooks.listFailingEndpoints(ctx))
    .filter(({ endpoint_id }) => !snoozed.includes(endpoint_id))
    .map(({ endpoint_id: id, url, description, state, abandoned, attempts, failed }) => ({
      ...{ id, url, description, state },
      ...{ abandoned, attempts, failed },
    }))
}

async function listEndedActions(ctx: TxContext, user_id: string) {
  const actions = await sends.listRecentlyEnded(ctx, user_id)
  return actions.flatMap(({ id, kind, days, gifts, done, ended_at }) =>
    ended_at === null ? [] : [{ id, kind, days, gifts, done, ended_at }],
  )
}

/** Lists the gifts with a lost parcel. Each gift appears once, with its newest parcel. */
async function listUndelivered(ctx: TxContext): Promise<contract.UndeliveredGift[]> {
  const { data: items } = await attention.list(
    ctx,
    { kind: 'parcel_lost', state: 'open' },
    { limit: 2 * maxUndelivered, order: 'desc' },
  )
  const causes = new Map(
    items.toReversed().map(({ gift_request_id, cause }) => [gift_request_id ?? '', cause]),
  )
  const gifts = await giftLists.attention.namesById(ctx, [...causes.keys()])
  return [...causes]
    .toReversed()
    .flatMap(([id, cause]) => {
      const gift = gifts.get(id)
      if (gift === undefined) return []
      const recipient = `${gift.first_name} ${gift.last_name}`.trim()
      const parcel_state = cause.startsWith('lost') ? ('lost' as const) : ('returned' as const)
      return [{ id, reference: gift.reference, recipient, parcel_state }]
    })
    .slice(0, maxUndelivered)
}

type FirstStep = ReplyValue<contract.OnboardingProgress>['steps'][number]

/** Returns the date on which each step was done for the first time. Only the enterprise tier has webhooks. */
async function listFirstSteps(
  ctx: TxContext,
  { tier }: accounts.SessionUser,
): Promise<FirstStep[]> {
  const [settings, product_at, campaignPage, tokens, gifts, users, endpoints, delivered_at] =
    await Promise.all([
      accounts.readSettings(ctx),
      catalogue.firstProductAt(ctx),
      campaigns.list(ctx, {}, { limit: 1, order: 'asc' }),
      apiKeys.listTokens(ctx),
      gifting.list(ctx, {}, { limit: 1, order: 'asc' }),
      accounts.listMembers(ctx),
      webhooks.listEndpoints(ctx),
      webhooks.findFirstSuccess(ctx),
    ])
  const earliest = (dates: readonly Date[]) =>
    dates.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null)
  const earliestCreated = (rows: readonly { created_at: Date }[]) =>
    earliest(rows.map(({ created_at }) => created_at))
  const steps: FirstStep[] = [
    { track: 'gifting', name: 'brand', done_at: brandingDate(settings) },
    { track: 'gifting', name: 'product', done_at: product_at },
    { track: 'gifting', name: 'campaign', done_at: earliestCreated(campaignPage.data) },
    { track: 'gifting', name: 'gift', done_at: earliestCreated(gifts.data) },
    { track: 'gifting', name: 'teammate', done_at: users[1]?.created_at ?? null },
    { track: 'developers', name: 'token', done_at: earliestCreated(tokens) },
    { track: 'developers', name: 'endpoint', done_at: earliestCreated(endpoints) },
    { track: 'developers', name: 'delivery', done_at: delivered_at },
  ]
  return tier === 'enterprise'
    ? steps
    : steps.filter(({ name }) => name !== 'endpoint' && name !== 'delivery')
}

const brandingDate = ({ brand_color, logo_url, updated_at }: accounts.Settings): Date | null =>
  brand_color === null && logo_url === null ? null : updated_at

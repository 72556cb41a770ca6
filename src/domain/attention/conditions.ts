import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import * as connections from '#connections'
import type { AttentionKind } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as giftLists from '#gift-lists'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import type { Cause, Condition, Finding } from './tables.ts'

/**
 * The maximum number of subjects that a kind has at a time. Later subjects are raised after earlier ones have
 * ended.
 */
export const maxSubjects = 10_000

const expiringSoonDays = 7

/**
 * Finds the conditions that are true now, for every kind. Each kind is one limited query that uses an index.
 * To add a kind, write a function in this file and add it to the list below.
 */
export async function findConditions(ctx: TxContext): Promise<Finding[]> {
  const lists = await Promise.all([
    inState(ctx, 'backordered', 'backordered', 'out_of_stock'),
    inState(ctx, 'address_refused', 'shipping_error', 'label_refused'),
    inState(ctx, 'delivery_attempt_failed', 'delivery_attempt_failed', 'not_accepted'),
    overdue(ctx),
    bounced(ctx),
    expiring(ctx),
    lowStock(ctx),
    endpoints(ctx),
    failedParcels(ctx),
    failingConnections(ctx),
    missingDomains(ctx),
  ])
  return lists.flat()
}

async function inState(ctx: TxContext, kind: AttentionKind, state: gifting.State, cause: Cause) {
  const rows = await giftLists.attention.findInState(ctx, state, maxSubjects)
  return toFinding(kind, toGiftConditions(rows, cause))
}

async function overdue(ctx: TxContext): Promise<Finding> {
  const [ordered, inTransit, out] = await Promise.all([
    giftLists.attention.findOverdue(ctx, 'ordered', maxSubjects),
    giftLists.attention.findOverdue(ctx, 'in_transit', maxSubjects),
    giftLists.attention.findOverdue(ctx, 'out_for_delivery', maxSubjects),
  ])
  const lists = [
    toFinding('overdue', toGiftConditions(ordered, 'not_dispatched')),
    toFinding('overdue', toGiftConditions(inTransit, 'not_delivered')),
    toFinding('overdue', toGiftConditions(out, 'not_delivered')),
  ]
  return mergeFindings('overdue', lists)
}

async function bounced(ctx: TxContext): Promise<Finding> {
  const bounces = await mail.listBounces(ctx, maxSubjects)
  const rows =
    bounces.length === 0
      ? []
      : await giftLists.attention.findAwaitingRecipients(ctx, bounces, maxSubjects)
  return toFinding('email_bounced', toGiftConditions(rows, 'mail_rejected'))
}

async function expiring(ctx: TxContext): Promise<Finding> {
  const rows = await giftLists.attention.findExpiring(ctx, expiringSoonDays, maxSubjects)
  return toFinding('expiring', toGiftConditions(rows, 'not_redeemed'))
}

async function lowStock(ctx: TxContext): Promise<Finding> {
  const [units, codes] = await Promise.all([
    catalogue.findLowStockVariants(ctx, maxSubjects),
    digital.findLowCodes(ctx, maxSubjects),
  ])
  const toCondition = (subject_id: string, cause: Cause): Condition => ({
    subject_type: 'variant',
    subject_id,
    gift_request_id: null,
    cause,
    since: ctx.now,
  })
  return mergeFindings('stock_low', [
    toFinding(
      'stock_low',
      units.map(({ id, available }) => toCondition(id, available === 0 ? 'no_units' : 'few_units')),
    ),
    toFinding(
      'stock_low',
      codes
        .map(({ variant_id, free }) =>
          toCondition(variant_id, free === 0 ? 'no_codes' : 'few_codes'),
        )
        .toSorted(byId),
    ),
  ])
}

async function endpoints(ctx: TxContext): Promise<Finding[]> {
  const rows = await webhooks.listFailingEndpoints(ctx)
  const toCondition = (row: webhooks.FailingEndpoint, cause: Cause): Condition => ({
    subject_type: 'endpoint',
    subject_id: row.endpoint_id,
    gift_request_id: null,
    cause,
    since: row.failing_since ?? ctx.now,
  })
  const failing = rows.filter(({ state, can_sign }) => state === 'failing' || !can_sign)
  return [
    toFinding(
      'endpoint_failing',
      failing.map((row) => toCondition(row, row.can_sign ? 'attempts_failing' : 'cannot_sign')),
    ),
    toFinding(
      'delivery_abandoned',
      rows
        .filter(({ abandoned }) => abandoned > 0)
        .map((row) => toCondition(row, 'five_attempts_failed')),
    ),
  ]
}

/** Finds failed parcels. Skips parcels of gift requests that have ended for another reason. */
async function failedParcels(ctx: TxContext): Promise<Finding> {
  const rows = await fulfilment.findFailedParcels(ctx, maxSubjects)
  const states = await giftLists.attention.unresolvedStates(
    ctx,
    rows.map(({ gift_request_id }) => gift_request_id),
  )
  const conditions = rows.flatMap(({ id, gift_request_id, state, since }): Condition[] => {
    const giftState = states.get(gift_request_id)
    if (giftState === undefined) return []
    const cause = giftState === 'shipment_cancelled' ? (`${state}_and_cancelled` as const) : state
    return [{ subject_type: 'parcel', subject_id: id, gift_request_id, cause, since }]
  })
  return {
    kind: 'parcel_lost',
    conditions,
    until: rows.length < maxSubjects ? undefined : rows.at(-1)?.id,
  }
}

/** Finds connections whose requests fail, and suppliers that have stopped after an order, need money, or list other orders. */
async function failingConnections(ctx: TxContext): Promise<Finding> {
  const failing = await connections.findFailing(ctx)
  const stopped = await digital.findStoppedSources(ctx, maxSubjects)
  const needy = await digital.findNeedySuppliers(ctx)
  const toCondition = (subject_id: string, cause: Cause, since: Date | null): Condition => ({
    subject_type: 'connection',
    subject_id,
    gift_request_id: null,
    cause,
    since: since ?? ctx.now,
  })
  const conditions = [
    ...failing.map(({ id, failing_since }) => toCondition(id, 'requests_failing', failing_since)),
    ...stopped.flatMap(({ connection_id, stopped_reason, stopped_at }) =>
      stopped_reason === null ? [] : [toCondition(connection_id, stopped_reason, stopped_at)],
    ),
    ...needy.flatMap(({ connection_id, low_since, differs_since }) => [
      ...(low_since === null ? [] : [toCondition(connection_id, 'balance_low', low_since)]),
      ...(differs_since === null
        ? []
        : [toCondition(connection_id, 'orders_differ', differs_since)]),
    ]),
  ]
  const byConnection = new Map(conditions.toReversed().map((each) => [each.subject_id, each]))
  return toFinding('connection_failing', [...byConnection.values()].toSorted(byId))
}

async function missingDomains(ctx: TxContext): Promise<Finding> {
  const rows = await accounts.findMissingRecords(ctx)
  return toFinding(
    'domain_missing',
    rows.map(({ id, cause, missing_since }) => ({
      subject_type: 'domain',
      subject_id: id,
      gift_request_id: null,
      cause,
      since: missing_since,
    })),
  )
}

const toGiftConditions = (rows: readonly giftLists.GiftInNeed[], cause: Cause): Condition[] =>
  rows.map(({ id, since }) => ({
    subject_type: 'gift_request',
    subject_id: id,
    gift_request_id: id,
    cause,
    since,
  }))

const toFinding = (kind: AttentionKind, conditions: readonly Condition[]): Finding => ({
  kind,
  conditions,
  until: conditions.length < maxSubjects ? undefined : conditions.at(-1)?.subject_id,
})

const byId = (a: Condition, b: Condition) => (a.subject_id < b.subject_id ? -1 : 1)

/**
 * Merges the findings of several lists. The merged list is complete up to the smallest id at which one of the
 * lists ends.
 */
function mergeFindings(kind: AttentionKind, lists: readonly Finding[]): Finding {
  const until = lists
    .flatMap(({ until }) => until ?? [])
    .toSorted()
    .at(0)
  const conditions = lists
    .flatMap(({ conditions }) => conditions)
    .filter(({ subject_id }) => until === undefined || subject_id <= until)
    .toSorted(byId)
  return { kind, conditions, until }
}

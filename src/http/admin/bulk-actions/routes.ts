import { ApiError, giftListFilters, orNotFound, parseListQuery, throwIfAny } from '#contract'
import { toGiftQuery, toSendingUser } from '#http/api'
import { formatFile, formatRows } from '#platform/lib/csv'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { sendCsv, streamCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import * as contract from './contract.ts'
import { requireBulkAction, toBulkActionView, toView } from './view.ts'

/** The routes for actions on many gift requests. A loop of the service processes the actions. */
export const bulkActionRoutes = [
  handle(contract.listBulkActions, async ({ ctx, query }) => {
    const { data, has_more } = await sends.browseBulkActions(ctx, query.page)
    return { data: data.map(toView), has_more }
  }),

  handle(contract.readBulkAction, async ({ ctx, params }) => {
    const action = await requireBulkAction(ctx, params.id)
    const reasons = await sends.countByReason(ctx, action.id)
    return {
      ...toView(action),
      reasons: reasons.map(({ reason_code, ...rest }) => ({ ...rest, code: reason_code })),
    }
  }),

  handle(contract.startBulkAction, async (context) => {
    const { ctx, body } = context
    const started = await sends.startBulkAction(
      ctx,
      parseStart(body),
      toSendingUser(context.member),
    )
    return toBulkActionView(ctx, started.id)
  }),

  handle(contract.stopBulkAction, async (context) => {
    const { ctx, params } = context
    const { id } = orNotFound(
      await sends.stopBulkAction(ctx, params.id, toSendingUser(context.member)),
    )
    return toBulkActionView(ctx, id)
  }),

  handle(contract.undoBulkAction, async (context) => {
    const { ctx, params } = context
    const undo = orNotFound(
      await sends.undoBulkAction(ctx, params.id, toSendingUser(context.member)),
    )
    return toBulkActionView(ctx, undo.id)
  }),

  handle(contract.listRejectedGifts, async ({ ctx, params, query }) => {
    const { id } = await requireBulkAction(ctx, params.id)
    const { reason } = query.filter
    const { data, has_more } = await sends.listRejectedGifts(ctx, id, query.page, reason)
    return { data: data.map(({ reason_code: _, ...gift }) => gift), has_more }
  }),

  handleWithoutTx(contract.downloadRejectedGifts, async ({ db, member, params, reply }) => {
    const { account_id } = member
    const { id } = await readTransaction(db, account_id, (ctx) => requireBulkAction(ctx, params.id))
    return sendCsv(reply, 'unchanged-gifts', streamRejected(db, account_id, id))
  }),
]

/**
 * Converts the body of a request. `days` belongs to an extension. The gifts are selected either by id or by
 * filters.
 */
function parseStart({
  request_id,
  kind,
  days,
  ids,
  matching,
}: Body<typeof contract.startBulkAction>): Parameters<typeof sends.startBulkAction>[1] {
  if (kind === 'extend' && days === undefined)
    throwIfAny([{ code: 'required', param: 'days', message: 'is required for an extension' }])
  if (kind !== 'extend' && days !== undefined)
    throwIfAny([{ code: 'not_allowed', param: 'days', message: 'is only for an extension' }])
  if (ids === undefined && matching === undefined)
    throwIfAny([{ code: 'required', param: 'ids', message: 'or matching is required' }])
  if (ids !== undefined && matching !== undefined)
    throwIfAny([{ code: 'not_allowed', param: 'matching', message: 'is not allowed with ids' }])
  return {
    request_id,
    action: kind === 'extend' ? { kind, days: days ?? 0 } : { kind },
    selection:
      ids === undefined
        ? { matching: toGiftQuery(parseMatching(matching), { permissions: ['addresses:read'] }) }
        : { ids },
  }
}

/** Parses filters with the same rules as the URL of the list. The errors name the field of the body. */
function parseMatching(matching: Body<typeof contract.startBulkAction>['matching']) {
  try {
    return parseListQuery(matching, giftListFilters).filter
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throwIfAny(
      error.fieldErrors.map(({ code, param, message }) => ({
        ...{ code, message },
        param: `matching.${param}`,
      })),
    )
    throw error
  }
}

const csvPageSize = 1_000
const csvColumns = ['reference', 'id', 'state', 'recipient', 'reason']

const streamRejected = (db: Database, account_id: string, id: string): AsyncGenerator<string> =>
  streamCsv({
    db,
    account_id,
    header: formatFile([csvColumns]),
    readPage: async (ctx: TxContext, after: string | undefined) => {
      const page = {
        ...{ limit: csvPageSize, order: 'desc' as const },
        ...(after !== undefined && { after }),
      }
      const { data, has_more } = await sends.listRejectedGifts(ctx, id, page)
      const rows = data.map((gift) => [
        ...[gift.reference, gift.id, gift.state, gift.recipient_name, gift.reason],
      ])
      return { csv: formatRows(rows), next: has_more ? data.at(-1)?.id : undefined }
    },
  })

import * as accounts from '#accounts'
import { ApiError, type Sender } from '#contract'
import { parseName } from '#contract/display-name'
import * as gifting from '#gifting'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as recordStore from './bulk-send-record-store.ts'
import type { BulkSendRecord } from './bulk-send-tables.ts'
import { assertValidOptions } from './send-rows.ts'

/** For this long after its start, a bulk send can be undone before any of its gifts is sent. */
export const undoWindowMs = 60_000

interface NewBulkSend {
  /** Identifies the draft of the sender, so that a repeated call starts one bulk send. */
  draft_id: string
  name: string
  options: gifting.SendOptions
}

/** Starts a bulk send, to which the rows are added next. Returns the id of the first call with this draft. */
export async function startBulkSend(
  ctx: TxContext,
  { draft_id, name, options }: NewBulkSend,
  sender: Sender,
): Promise<{ id: string; isNew: boolean }> {
  const validName = parseName(name)
  const resolved = await gifting.resolveOptions(ctx, options, sender)
  assertValidOptions(options, resolved)
  const { campaign } = resolved
  const id = newId(ctx.now)
  const isNew = await recordStore.insert(ctx, {
    ...{ id, draft_id, name: validName },
    campaign_id: campaign?.id ?? null,
    campaign_name: campaign?.name ?? null,
    sender_id: sender.id,
    sender_name: sender.name,
    undo_until: new Date(ctx.now.getTime() + undoWindowMs),
  })
  if (campaign?.team != null) accounts.rememberTeam(ctx, sender.id, campaign.team.id)
  if (isNew) return { id, isNew }
  const existing = await recordStore.findIdByDraft(ctx, sender.id, draft_id)
  if (existing === undefined) throw new Error('a bulk send was neither inserted nor found')
  return { id: existing, isNew }
}

/** Renames a bulk send. Returns the previous name; undefined if the account has no such bulk send. */
export async function rename(
  ctx: TxContext,
  id: string,
  name: string,
): Promise<{ before: string; after: string } | undefined> {
  const after = parseName(name)
  const before = isId(id) ? await recordStore.rename(ctx, id, after) : undefined
  return before === undefined ? undefined : { before, after }
}

/**
 * Locks a bulk send for a batch of its rows. Throws if it does not exist, is cancelled, or belongs to another sender:
 * the gifts of a bulk send have one sender.
 */
export async function lockForRows(
  ctx: TxContext,
  id: string,
  sender: Sender,
): Promise<BulkSendRecord> {
  const bulkSend = isId(id) ? await recordStore.findForShare(ctx, id) : undefined
  if (bulkSend === undefined || bulkSend.sender_id !== sender.id) throw new ApiError('not_found')
  if (bulkSend.cancelled_at !== null)
    throw new ApiError('invalid_transition', {
      message: 'This send is cancelled. Start another send for these rows.',
    })
  return bulkSend
}

/** Schedules gifts for the end of the undo window, unless the sender chose a time. */
export const withUndoWindow = (
  ctx: TxContext,
  options: gifting.SendOptions,
  { undo_until }: BulkSendRecord,
): gifting.SendOptions =>
  options.send_at === undefined && undo_until > ctx.now
    ? { ...options, send_at: undo_until.toISOString() }
    : options

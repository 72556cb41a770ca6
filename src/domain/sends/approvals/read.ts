import * as accounts from '#accounts'
import { ApiError, type EmailMessage, type FieldError } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type RowPreview, validateRows } from '../bulk-send/bulk-send.ts'
import { estimate, type SendEstimate } from '../bulk-send/estimate.ts'
import * as approvalStore from './approval-store.ts'
import { decryptContent, listSavedRows } from './content.ts'
import { type Approver, toCurrentOptions, toSender } from './decide.ts'
import { type Approval, maxApprovalRows, type SavedRow } from './tables.ts'

/** What would become of the rows if the send were approved now. */
interface ApprovalCheck {
  /** The rows that were checked: the first thousand. */
  checked: number
  ready: number
  rejected: number
  already_sent: number
  bounced: number
  opted_out: number
  /** Errors of the whole list: the send cannot be approved. */
  problems: readonly FieldError[]
}

/** What a send that needs approval contains. */
export interface ApprovalDetail {
  approval: Approval
  options: gifting.SendOptions
  /** That of the send, or of its campaign. */
  message: EmailMessage | undefined
  items: { variant_id: string; name: string; quantity: number }[]
  estimate: SendEstimate
  rows: SavedRow[]
  check: ApprovalCheck
}

const maxShownRows = 100
const maxCheckedRows = 1_000

export const findApproval = async (ctx: TxContext, id: string): Promise<Approval | undefined> =>
  isId(id) ? approvalStore.find(ctx, id) : undefined

/** Returns the content of a send that needs approval; undefined if it has none, or not any more. */
export async function describeApproval(
  ctx: TxContext,
  id: string,
): Promise<ApprovalDetail | undefined> {
  const approval = await findApproval(ctx, id)
  const content = approval && decryptContent(ctx, approval)
  if (approval === undefined || content === undefined) return undefined
  const options = toCurrentOptions(ctx, content.options)
  const sender = toSender(approval, content)
  const rows = await listSavedRows(ctx, id, { limit: maxCheckedRows })
  const { campaign, offering } = await gifting.resolveOptions(ctx, options, sender)
  const quantities = new Map(options.line_items?.map((line) => [line.variant_id, line.quantity]))
  const offered = [...(offering?.variants ?? [])].filter(
    ([variant_id]) => options.line_items === undefined || quantities.has(variant_id),
  )
  return {
    approval,
    options: content.options,
    message: options.email_message ?? campaign?.email_message,
    items: offered.map(([variant_id, { name }]) => ({
      variant_id,
      name,
      quantity: quantities.get(variant_id) ?? 1,
    })),
    estimate: await estimate(ctx, options, sender),
    rows: rows.slice(0, maxShownRows),
    check: summarize(rows.length, await tryRows(() => validateRows(ctx, options, rows, sender))),
  }
}

/** Returns the errors of the whole list instead of throwing them. */
async function tryRows(check: () => Promise<RowPreview[]>): Promise<{
  rows: RowPreview[]
  problems: readonly FieldError[]
}> {
  try {
    return { rows: await check(), problems: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { rows: [], problems: error.fieldErrors }
  }
}

function summarize(
  checked: number,
  { rows, problems }: Awaited<ReturnType<typeof tryRows>>,
): ApprovalCheck {
  const ready = rows.flatMap((row) => (row.status === 'ready' ? [row] : []))
  const count = (status: RowPreview['status']) => rows.filter((row) => row.status === status).length
  return {
    checked,
    ready: ready.length,
    rejected: count('rejected'),
    already_sent: count('already_sent'),
    bounced: ready.filter(({ has_bounced }) => has_bounced).length,
    opted_out: ready.filter(({ has_opted_out }) => has_opted_out).length,
    problems,
  }
}

/** Returns what the sender entered, to correct it. Undefined for other users, and after it was deleted. */
export async function readSendContent(
  ctx: TxContext,
  id: string,
  user_id: string,
): Promise<{ options: gifting.SendOptions; rows: SavedRow[] } | undefined> {
  const approval = await findApproval(ctx, id)
  if (approval === undefined || approval.sender_id !== user_id) return undefined
  const content = decryptContent(ctx, approval)
  if (content === undefined) return undefined
  return {
    options: content.options,
    rows: await listSavedRows(ctx, id, { limit: maxApprovalRows }),
  }
}

/** Counts the sends that a user can decide about. */
export const countAwaiting = async (ctx: TxContext, user: Approver): Promise<number> =>
  accounts.can(user, 'approvals:decide')
    ? approvalStore.countAwaitingOf(ctx, user.id, accounts.can(user, 'approvals:confirm'))
    : 0

import type { FieldError, Sender } from '#contract'
import { toEmailKey } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import * as recordStore from './bulk-send-record-store.ts'
import * as bulkSendStore from './bulk-send-store.ts'
import { type EvaluatedRow, evaluateRows, sentBeforeByKey } from './evaluate-rows.ts'
import { failureTable, saveFailures } from './failures.ts'
import { findNameWarnings, type RowWarning } from './name-warnings.ts'
import * as rowStore from './row-store.ts'
import type { BulkSendInput } from './send-rows.ts'
import { lockForRows, withUndoWindow } from './start.ts'

export type RowResult =
  | { status: 'sent'; id: string; reference: string }
  /** The row was already sent with the same list, and is not sent again. */
  | { status: 'already_sent'; id: string; reference: string; created_at: Date }
  | { status: 'rejected'; errors: Pick<FieldError, 'code' | 'param' | 'message'>[] }

/** The predicted result of one row, and its warnings. */
export type RowPreview =
  | Exclude<RowResult, { status: 'sent' }>
  | {
      status: 'ready'
      /** True if an email to the address bounced permanently, so that the service sends no emails to it. */
      has_bounced: boolean
      /**
       * True if a sender recorded that the recipient wants no campaign emails, so that the service sends no
       * invitation.
       */
      has_opted_out: boolean
      /** The latest gift request of the last 30 days to the same email address. */
      latest: { id: string; reference: string; created_at: Date } | null
      /** The name of the item that the row names. */
      item: string | null
      warnings: RowWarning[]
    }

/**
 * Creates a gift request for each valid row, and returns the errors of the other rows. A repeated send
 * creates no second gift request: a key of the row's content and recipient identifies the row. After a double
 * click, a lost connection, or an upload of the same file a week later, the function returns the existing
 * gift request. An error in the send options rejects the whole list, and no row is sent. With the id of a
 * bulk send, its gifts wait until its undo window has ended, and failed rows are saved.
 */
export async function sendBulk(
  ctx: TxContext,
  options: gifting.SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
  bulk_send_id?: string,
): Promise<RowResult[]> {
  if (bulk_send_id === undefined) return (await sendRows(ctx, options, rows, sender)).results
  const bulkSend = await lockForRows(ctx, bulk_send_id, sender)
  const scheduled = withUndoWindow(ctx, options, bulkSend)
  const { evaluated, results } = await sendRows(ctx, scheduled, rows, sender)
  const sent = results.flatMap((result) => (result.status === 'sent' ? [result.id] : []))
  recordStore.addGifts(ctx, bulkSend.id, sent)
  const sentLines = rows.flatMap(({ line }, at) =>
    line !== undefined && results[at]?.status !== 'rejected' ? [line] : [],
  )
  rowStore.remove(ctx, failureTable, bulkSend.id, sentLines)
  await saveFailures(ctx, bulkSend.id, evaluated.filter(isRejected))
  return results
}

const isRejected = ({ problems, previous }: EvaluatedRow): boolean =>
  previous === undefined && problems.length > 0

/** Saves the invalid rows of a bulk send, and sends no row. Returns the number of saved rows. */
export async function recordInvalidRows(
  ctx: TxContext,
  options: gifting.SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
  bulk_send_id: string,
): Promise<number> {
  const bulkSend = await lockForRows(ctx, bulk_send_id, sender)
  const scheduled = withUndoWindow(ctx, options, bulkSend)
  const invalid = (await evaluateRows(ctx, scheduled, rows, sender)).filter(isRejected)
  await saveFailures(ctx, bulkSend.id, invalid)
  return invalid.length
}

async function sendRows(
  ctx: TxContext,
  options: gifting.SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<{ evaluated: EvaluatedRow[]; results: RowResult[] }> {
  const valid = await evaluateRows(ctx, options, rows, sender)
  const { candidates, shortages, reserved } = await reserveRows(ctx, valid)
  const evaluated = valid.map((row) => withShortage(row, shortages))
  const claimedKeys = await bulkSendStore.claimRows(ctx, candidates)
  const created = candidates.filter(({ key }) => claimedKeys.has(key.toString('hex')))
  const gifts = created.map(({ gift }) => gift)
  gifting.insertGifts(
    ctx,
    created.map(({ validated }) => validated),
    gifts,
    { cause: `sent by ${sender.name} in the web app`, isNewContact: false },
  )
  gifting.saveReservations(ctx, reserved, gifts)
  if (options.greeting !== undefined)
    await greetings.setForGifts(
      ctx,
      gifts.map(({ id }) => id),
      options.greeting,
    )
  const sentByOthers = await sentBeforeByKey(
    ctx,
    candidates.filter(({ key }) => !claimedKeys.has(key.toString('hex'))),
  )
  const createdByKey = new Map(created.map(({ key, gift }) => [key.toString('hex'), gift]))
  return { evaluated, results: toResults(evaluated, createdByKey, sentByOthers) }
}

type GiftsByKey<Gift> = ReadonlyMap<string, Gift>

function toResults(
  evaluated: readonly EvaluatedRow[],
  createdByKey: GiftsByKey<Pick<bulkSendStore.BulkSendRow, 'id' | 'reference' | 'created_at'>>,
  sentByOthers: GiftsByKey<bulkSendStore.BulkSendRow>,
): RowResult[] {
  const reportedIds = new Set<string>()
  return evaluated.map(({ problems, previous, key }): RowResult => {
    if (previous !== undefined) return alreadySent(previous)
    if (problems.length > 0) return { status: 'rejected', errors: problems }
    const gift = createdByKey.get(key.toString('hex'))
    if (gift !== undefined) {
      const { id, reference, created_at } = gift
      if (reportedIds.has(id)) return { status: 'already_sent', id, reference, created_at }
      reportedIds.add(id)
      return { status: 'sent', id, reference }
    }
    const other = sentByOthers.get(key.toString('hex'))
    if (other === undefined) throw new Error('a row was neither sent nor sent before')
    return alreadySent(other)
  })
}

/**
 * Adds an error to a row that exceeds the budget, or the limit of its address. The row is rejected like an
 * invalid one.
 */
function withShortage(row: EvaluatedRow, shortages: ReadonlyMap<string, FieldError>): EvaluatedRow {
  const shortage = shortages.get(row.key.toString('hex'))
  return shortage === undefined ? row : { ...row, problems: [...row.problems, shortage] }
}

/**
 * Builds the gift requests of rows that were not sent before, and reserves their amounts from the budgets.
 */
async function reserveRows(ctx: TxContext, evaluated: readonly EvaluatedRow[]) {
  const unsent = dedupeRows(evaluated)
  const rows = unsent.map(({ validated }) => validated)
  const gifts = await gifting.buildGifts(ctx, rows)
  const refused = await gifting.findRecipientLimitErrors(ctx, gifts)
  const reserved = await gifting.reserveBudgets(ctx, rows, gifts, refused)
  const shortages = new Map<string, FieldError>()
  const candidates = unsent.flatMap(({ validated, key }, index) => {
    const gift = gifts[index]
    if (gift === undefined) return []
    const error = reserved.errors.get(gift.id)
    if (error === undefined) return [{ validated, key, gift, gift_request_id: gift.id }]
    shortages.set(key.toString('hex'), error)
    return []
  })
  return { candidates, shortages, reserved }
}

/** Returns the valid rows that were not sent before, one for each key. */
function dedupeRows(
  evaluated: readonly EvaluatedRow[],
): { validated: gifting.ValidatedGift; key: Buffer }[] {
  const unsent = new Map<string, { validated: gifting.ValidatedGift; key: Buffer }>()
  for (const { validated, previous, key } of evaluated) {
    const name = key.toString('hex')
    if (validated !== undefined && previous === undefined && !unsent.has(name))
      unsent.set(name, { validated, key })
  }
  return [...unsent.values()]
}

const recentMs = 30 * 24 * 60 * 60 * 1000

/** Predicts the result of each row. Creates no gift requests. */
export async function validateRows(
  ctx: TxContext,
  options: gifting.SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<RowPreview[]> {
  const evaluated = await evaluateRows(ctx, options, rows, sender)
  const emails = rows.map(({ recipient }) => recipient.email).filter((text) => !/\0/.test(text))
  const keys = [...new Set(emails.map(toEmailKey))]
  const since = new Date(ctx.now.getTime() - recentMs)
  const [bounced, optedOut, latest] = await Promise.all([
    mail.findBouncedEmails(ctx, emails),
    mail.findOptedOutEmails(ctx, emails),
    bulkSendStore.findLatestTo(ctx, keys, since),
  ])
  const latestByEmail = new Map(latest.map(({ email_key, ...gift }) => [email_key, gift]))
  return evaluated.map(({ problems, previous, row, item }): RowPreview => {
    if (previous !== undefined) return alreadySent(previous)
    if (problems.length > 0) return { status: 'rejected', errors: problems }
    const { email } = row.recipient
    return {
      status: 'ready',
      has_bounced: bounced.has(email),
      has_opted_out: optedOut.has(email),
      latest: latestByEmail.get(toEmailKey(email)) ?? null,
      item: item?.name ?? null,
      warnings: findNameWarnings(row.recipient),
    }
  })
}

const alreadySent = ({ id, reference, created_at }: bulkSendStore.BulkSendRow) =>
  ({ status: 'already_sent', id, reference, created_at }) as const

import { createHash } from 'node:crypto'
import { commonGiftFormat, type FieldError, isE164, type Sender, throwIfAny } from '#contract'
import * as mail from '#email'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import { buildGifts, insertGifts } from '../creation/create.ts'
import {
  campaignLookup,
  smsNotSetUp,
  type ValidatedGift,
  validateCreate,
} from '../creation/validate.ts'
import { toEmailKey } from '../lifecycle/recipient-fields.ts'
import * as bulkSendStore from './bulk-send-store.ts'
import {
  assertValidOptions,
  type BulkSendInput,
  resolveOptions,
  type SendOptions,
  toCreateBody,
  validatorFor,
} from './send-options.ts'

/** The result of one row. */
export type RowResult =
  | { status: 'sent'; id: string; reference: string }
  /** It was sent with the same list before, and is not sent again. */
  | { status: 'already_sent'; id: string; reference: string; created_at: Date }
  | { status: 'rejected'; errors: Pick<FieldError, 'code' | 'param' | 'message'>[] }

/** The predicted result of one row, with warnings. */
export type RowPreview =
  | Exclude<RowResult, { status: 'sent' }>
  | {
      status: 'ready'
      /** Email to the address bounced permanently, so the service sends none. */
      has_bounced: boolean
      /** A gift request of the last 30 days to the same address. */
      latest: { id: string; reference: string; created_at: Date } | null
    }

/**
 * Creates a gift request for each valid row, and returns the errors of the other rows. Idempotent: a key of the
 * row's content and recipient identifies the row, so a repeated send (double click, lost connection, the same
 * file a week later) returns the existing gift request. Errors in the send options reject the whole list; then
 * no row is sent.
 */
export async function sendBulk(
  ctx: TxContext,
  options: SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<RowResult[]> {
  const evaluated = await evaluateRows(ctx, options, rows, sender)
  const unsent = dedupeRows(evaluated)
  const gifts = await buildGifts(
    ctx,
    unsent.map(({ validated }) => validated),
  )
  const candidates = unsent.flatMap(({ validated, key }, index) => {
    const gift = gifts[index]
    return gift === undefined ? [] : [{ validated, key, gift, gift_request_id: gift.id }]
  })
  const claimedKeys = await bulkSendStore.claimRows(ctx, candidates)
  const created = candidates.filter(({ key }) => claimedKeys.has(key.toString('hex')))
  insertGifts(
    ctx,
    created.map(({ validated }) => validated),
    created.map(({ gift }) => gift),
    { cause: `sent by ${sender.name} in the web app`, isNewContact: false },
  )
  if (options.greeting !== undefined)
    await greetings.setForGifts(
      ctx,
      created.map(({ gift }) => gift.id),
      options.greeting,
    )
  const sentByOthers = await sentBeforeByKey(
    ctx,
    candidates.filter(({ key }) => !claimedKeys.has(key.toString('hex'))),
  )
  const giftsByKey = new Map(created.map(({ key, gift }) => [key.toString('hex'), gift]))
  const reportedIds = new Set<string>()
  return evaluated.map(({ problems, previous, key }): RowResult => {
    if (previous !== undefined) return alreadySent(previous)
    if (problems.length > 0) return { status: 'rejected', errors: problems }
    const gift = giftsByKey.get(key.toString('hex'))
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

/** Returns valid rows that were not sent before, one per key. */
function dedupeRows(
  evaluated: readonly EvaluatedRow[],
): { validated: ValidatedGift; key: Buffer }[] {
  const unsent = new Map<string, { validated: ValidatedGift; key: Buffer }>()
  for (const { validated, previous, key } of evaluated) {
    const name = key.toString('hex')
    if (validated !== undefined && previous === undefined && !unsent.has(name))
      unsent.set(name, { validated, key })
  }
  return [...unsent.values()]
}

const recentMs = 30 * 24 * 60 * 60 * 1000

/** Predicts the result of each row. Creates nothing. */
export async function validateRows(
  ctx: TxContext,
  options: SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<RowPreview[]> {
  const evaluated = await evaluateRows(ctx, options, rows, sender)
  const emails = rows.map(({ recipient }) => recipient.email).filter((text) => !/\0/.test(text))
  const keys = [...new Set(emails.map(toEmailKey))]
  const since = new Date(ctx.now.getTime() - recentMs)
  const [bounced, latest] = await Promise.all([
    mail.findBouncedEmails(ctx, emails),
    bulkSendStore.findLatestTo(ctx, keys, since),
  ])
  const latestByEmail = new Map(latest.map(({ email_key, ...gift }) => [email_key, gift]))
  return evaluated.map(({ problems, previous, row }): RowPreview => {
    if (previous !== undefined) return alreadySent(previous)
    if (problems.length > 0) return { status: 'rejected', errors: problems }
    const { email } = row.recipient
    return {
      status: 'ready',
      has_bounced: bounced.has(email),
      latest: latestByEmail.get(toEmailKey(email)) ?? null,
    }
  })
}

interface EvaluatedRow {
  row: BulkSendInput
  key: Buffer
  validated: ValidatedGift | undefined
  problems: FieldError[]
  previous: bulkSendStore.BulkSendRow | undefined
}

async function evaluateRows(
  ctx: TxContext,
  options: SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<EvaluatedRow[]> {
  const resolved = await resolveOptions(ctx, options, sender)
  assertValidOptions(options, resolved)
  const validation = {
    validator: validatorFor(options),
    findCampaign: campaignLookup(ctx),
    resolved,
  }
  const evaluated = []
  for (const row of rows) {
    const { validated, problems } = await validateCreate(
      ctx,
      commonGiftFormat.normalize(toCreateBody(options, row)),
      '',
      validation,
    )
    const phoneErrors = validatePhone(ctx, row.phone)
    evaluated.push({
      row,
      key: dedupKey(options, row),
      validated: phoneErrors.length > 0 ? undefined : withPhone(validated, row.phone),
      problems: [...problems, ...phoneErrors],
    })
  }
  throwIfAny(commonErrors(evaluated.flatMap(({ problems }) => problems)))
  const previous = await sentBeforeByKey(ctx, evaluated)
  return evaluated.map((each) => ({ ...each, previous: previous.get(each.key.toString('hex')) }))
}

function validatePhone(ctx: TxContext, phone: string | undefined): FieldError[] {
  if (phone === undefined) return []
  if (!mail.canSendSms(ctx))
    return [{ code: 'not_allowed', param: 'recipient.phone', message: smsNotSetUp }]
  if (isE164(phone)) return []
  const message = 'must be a number with its country, such as +4915112345678'
  return [{ code: 'invalid_format', param: 'recipient.phone', message }]
}

const withPhone = (validated: ValidatedGift | undefined, phone: string | undefined) =>
  validated === undefined || phone === undefined
    ? validated
    : { ...validated, body: { ...validated.body, phone } }

async function sentBeforeByKey(ctx: TxContext, rows: readonly { key: Buffer }[]) {
  if (rows.length === 0) return new Map<string, bulkSendStore.BulkSendRow>()
  const found = await bulkSendStore.findSentBefore(
    ctx,
    rows.map(({ key }) => key),
  )
  return new Map(found.map((row) => [row.key.toString('hex'), row]))
}

/** An error outside the row's own fields applies to the whole list. Returns each of these errors once. */
function commonErrors(problems: readonly FieldError[]): FieldError[] {
  const listErrors = problems.filter(
    ({ param }) => !/^(recipient|shipping_address|phone)(\.|$)/.test(param),
  )
  return [
    ...new Map(listErrors.map((problem) => [`${problem.param} ${problem.code}`, problem])).values(),
  ]
}

/** Identifies a row by its items, email address, occurrence and send id. */
function dedupKey(options: SendOptions, { recipient, occurrence = 0 }: BulkSendInput): Buffer {
  const {
    campaign_id,
    variant_ids = [],
    selection_mode = 'one',
    line_items,
    send_id = '',
  } = options
  const source = campaign_id ?? (line_items ? '' : [selection_mode, ...[...variant_ids].sort()])
  const itemKeys = (line_items ?? [])
    .map(({ variant_id, quantity }) => [variant_id, quantity])
    .sort()
  const identity = [send_id, source, itemKeys, toEmailKey(recipient.email.trim()), occurrence]
  return createHash('sha256').update(JSON.stringify(identity)).digest()
}

const alreadySent = ({ id, reference, created_at }: bulkSendStore.BulkSendRow) =>
  ({ status: 'already_sent', id, reference, created_at }) as const

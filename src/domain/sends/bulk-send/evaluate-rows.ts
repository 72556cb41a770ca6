import { createHash } from 'node:crypto'
import * as contacts from '#contacts'
import {
  commonGiftFormat,
  type EmailMessage,
  type FieldError,
  isE164,
  type Sender,
  throwIfAny,
  toEmailKey,
} from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as bulkSendStore from './bulk-send-store.ts'
import {
  findRowFieldErrors,
  messageOfRow,
  toRowError,
  validateFields,
  withItemName,
} from './row-fields.ts'
import { createRowGifts, type RowGift } from './row-item.ts'
import { assertValidOptions, type BulkSendInput, toCreateBody, validatorFor } from './send-rows.ts'

/** A row with its errors. If the row was sent before, also its gift request. */
export interface EvaluatedRow {
  row: BulkSendInput
  key: Buffer
  validated: gifting.ValidatedGift | undefined
  problems: FieldError[]
  /** The item that the row names. */
  item: RowGift['item']
  previous: bulkSendStore.BulkSendRow | undefined
}

/** Validates rows, and finds rows that were sent before. Throws the errors of the whole list. */
export async function evaluateRows(
  ctx: TxContext,
  options: gifting.SendOptions,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<EvaluatedRow[]> {
  const resolved = await gifting.resolveOptions(ctx, options, sender)
  assertValidOptions(options, resolved)
  const pairs = resolveItems(options, resolved, rows)
  const validation = { validator: validatorFor(options), findCampaign: gifting.campaignLookup(ctx) }
  const doNotGift = await contacts.findDoNotGift(
    ctx,
    rows.map(({ recipient }) => recipient.email),
  )
  const findPhoneProblem = await mail.createPhoneCheck(ctx)
  const evaluated = []
  for (const { row, gift, filled, message } of pairs) {
    const { validated, problems } = await gifting.validateCreate(
      ctx,
      commonGiftFormat.normalize(toCreateBody(gift.options, filled)),
      '',
      { ...validation, resolved: gift.resolved },
    )
    const rowErrors = [
      ...(gift.problem === undefined ? [] : [gift.problem]),
      ...findRowFieldErrors(options.email_message, filled),
      ...validatePhone(row.phone, findPhoneProblem),
      ...findContactErrors(doNotGift.get(toEmailKey(row.recipient.email))),
    ]
    evaluated.push({
      row,
      item: gift.item,
      key: dedupKey(options, gift, row),
      validated:
        rowErrors.length > 0 ? undefined : withMessage(withPhone(validated, row.phone), message),
      problems: [
        ...problems.map((each) => toRowError(options.email_message, filled, each)),
        ...rowErrors,
      ],
    })
  }
  throwIfAny(commonErrors(evaluated.flatMap(({ problems }) => problems)))
  return addPrevious(ctx, evaluated)
}

/**
 * Returns each row with what it is sent with, and with the name of its item for the message. Throws for fields of the message that
 * no row has.
 */
function resolveItems(
  options: gifting.SendOptions,
  resolved: gifting.ResolvedCampaign,
  rows: readonly BulkSendInput[],
) {
  const findGift = createRowGifts(options, resolved)
  const { email_message } = options
  const pairs = rows.map((row) => {
    const gift = findGift(row.item)
    const filled = withItemName(row, gift)
    return { row, gift, filled, message: messageOfRow(email_message, filled) }
  })
  const filledRows = pairs.map(({ filled }) => filled)
  throwIfAny(validateFields(email_message, filledRows))
  return pairs
}

async function addPrevious(
  ctx: TxContext,
  evaluated: readonly Omit<EvaluatedRow, 'previous'>[],
): Promise<EvaluatedRow[]> {
  const previous = await sentBeforeByKey(ctx, evaluated)
  return evaluated.map((each) => ({ ...each, previous: previous.get(each.key.toString('hex')) }))
}

function validatePhone(
  phone: string | undefined,
  findPhoneProblem: Awaited<ReturnType<typeof mail.createPhoneCheck>>,
): FieldError[] {
  if (phone === undefined) return []
  if (!isE164(phone)) {
    const message = 'must be a number with its country, such as +4915112345678'
    return [{ code: 'invalid_format', param: 'recipient.phone', message }]
  }
  const problem = findPhoneProblem(phone)
  return problem === undefined ? [] : [{ ...problem, param: 'recipient.phone' }]
}

/** Returns the error for a contact who gets no gifts. */
const findContactErrors = (reason: string | undefined): FieldError[] =>
  reason === undefined
    ? []
    : [
        {
          code: 'not_allowed',
          param: 'recipient.email',
          message: `belongs to a contact who gets no gifts (${reason}); remove the row, or change the contact`,
        },
      ]

const withPhone = (validated: gifting.ValidatedGift | undefined, phone: string | undefined) =>
  validated === undefined || phone === undefined
    ? validated
    : { ...validated, body: { ...validated.body, phone } }

/**
 * Returns the row with its message. The names in the message were only filled in for the validation.
 * They are filled in again each time the message is read.
 */
const withMessage = (
  validated: gifting.ValidatedGift | undefined,
  email_message: EmailMessage | undefined,
) =>
  validated === undefined || email_message === undefined
    ? validated
    : { ...validated, body: { ...validated.body, email_message } }

export async function sentBeforeByKey(ctx: TxContext, rows: readonly { key: Buffer }[]) {
  if (rows.length === 0) return new Map<string, bulkSendStore.BulkSendRow>()
  const found = await bulkSendStore.findSentBefore(
    ctx,
    rows.map(({ key }) => key),
  )
  return new Map(found.map((row) => [row.key.toString('hex'), row]))
}

/**
 * Returns the errors that apply to the whole list, each once. An error outside the row's own fields applies
 * to the whole list.
 */
function commonErrors(problems: readonly FieldError[]): FieldError[] {
  const listErrors = problems.filter(
    ({ param }) => !/^(recipient|shipping_address|phone|fields|item)(\.|$)/.test(param),
  )
  return [
    ...new Map(listErrors.map((problem) => [`${problem.param} ${problem.code}`, problem])).values(),
  ]
}

/**
 * Identifies a row by its items, email address, occurrence and send id. With a send id, the item that the row names is left out:
 * a person whose item was corrected gets no second gift of the send.
 */
function dedupKey(
  options: gifting.SendOptions,
  gift: RowGift,
  { recipient, occurrence = 0 }: BulkSendInput,
): Buffer {
  const { campaign_id, variant_ids = [], selection_mode = 'one', send_id = '' } = options
  const item = send_id === '' ? gift.item : undefined
  const { line_items } = send_id === '' ? gift.options : options
  const source = campaign_id ?? (line_items ? '' : [selection_mode, ...[...variant_ids].sort()])
  const itemKeys = (line_items ?? [])
    .map(({ variant_id, quantity }) => [variant_id, quantity])
    .sort()
  const identity = [
    ...[send_id, source, itemKeys, toEmailKey(recipient.email.trim()), occurrence],
    ...(item === undefined ? [] : [item.variant_id]),
  ]
  return createHash('sha256').update(JSON.stringify(identity)).digest()
}

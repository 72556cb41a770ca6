import type { EmailMessage, FieldError } from '#contract'
import { unknownFieldErrors } from '#contract/merge-field-errors'
import { fillRowFields, findFields, type MergeValues, mergeFields } from '#contract/merge-fields'
import * as gifting from '#gifting'
import type { RowGift } from './row-item.ts'

/*
 * Fields of a row: columns of the sender's list that the message contains, such as `{company}`. The gift stores its message
 * with them filled in. The names of the recipient are filled in later, each time the message is read.
 */

interface RowWithFields {
  fields?: Record<string, string>
}

interface RowWithItem extends RowWithFields {
  item?: string
}

const parts = ['subject', 'body'] as const

/** Returns an error for each part of the message with a field that no row has. */
export function validateFields(
  message: EmailMessage | undefined,
  rows: readonly RowWithFields[],
): FieldError[] {
  const names = new Set(rows.flatMap(({ fields }) => Object.keys(fields ?? {})))
  return message === undefined
    ? []
    : parts.flatMap((part) =>
        unknownFieldErrors(`email_message.${part}`, message[part], [...mergeFields, ...names]),
      )
}

/** Returns the message of a row, with the names of the recipient still in braces. */
export const messageOfRow = (
  message: EmailMessage | undefined,
  { fields }: RowWithFields,
): EmailMessage | undefined =>
  message === undefined || fields === undefined ? message : fillRowFields(message, fields)

/**
 * Returns the row with the name of its item as `{item}`, in place of the id or the SKU in its cell. Without a valid item, the
 * text of the row remains.
 */
export function withItemName<Row extends RowWithItem>(
  row: Row,
  { options, item }: Pick<RowGift, 'options' | 'item'>,
): Row {
  if (options.item_per_row !== true) return row
  const { item: text = row.item ?? '' } = row.fields ?? {}
  return { ...row, fields: { ...row.fields, item: item?.name ?? text } }
}

/** Returns the options with the message of a row. `{item}` remains if the row names its item, because its name is not known yet. */
export function fillOptions(
  options: gifting.SendOptions,
  { item, fields }: RowWithItem,
): gifting.SendOptions {
  const { item: _, ...others } = fields ?? {}
  const isNamed = options.item_per_row === true && item !== undefined
  return fillMessageOf(
    options,
    isNamed ? { fields: others } : fields === undefined ? {} : { fields },
  )
}

/** Returns the options with the message of a row, with the name of its item. */
export const fillItem = (
  { options, item }: Pick<RowGift, 'options' | 'item'>,
  text = '',
): gifting.SendOptions => fillMessageOf(options, { fields: { item: item?.name ?? text } })

function fillMessageOf(options: gifting.SendOptions, row: RowWithFields): gifting.SendOptions {
  const email_message = messageOfRow(options.email_message, row)
  return email_message === undefined ? options : { ...options, email_message }
}

/** Returns the errors of a row whose fields do not fit the message: an empty one, or one with an unknown field in it. */
export function findRowFieldErrors(
  message: EmailMessage | undefined,
  { fields = {} }: RowWithFields,
): FieldError[] {
  if (message === undefined) return []
  const text = parts.map((part) => message[part]).join('\n')
  return findRowFields(text).flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? (fields[name] ?? '') : ''
    const param = `fields.${name}`
    return value.trim() === ''
      ? [{ code: 'required', param, message: `is empty, and the message contains {${name}}` }]
      : unknownFieldErrors(param, value)
  })
}

/**
 * Returns an error if the message contains texts of the rows, which only the pages of the send show: the link of an email, which
 * lists no recipients, must not approve unread texts.
 */
export function findHiddenTexts(message: EmailMessage | undefined): FieldError[] {
  const names = message === undefined ? [] : findRowFields(`${message.subject}\n${message.body}`)
  return names.length === 0
    ? []
    : [
        {
          code: 'invalid_format',
          param: 'email_message.body',
          message: `has a text for each recipient in place of {${names.join('}, {')}}: sign in to the web app to read and approve it`,
        },
      ]
}

const findRowFields = (text: string): string[] =>
  findFields(text).filter((name) => !mergeFields.some((field) => field === name))

/**
 * Converts the error of a message to an error of the row, if a field or a name of the row can be its cause. The other rows
 * of the list are valid.
 */
export function toRowError(
  message: EmailMessage | undefined,
  row: RowWithFields & { recipient: MergeValues },
  problem: FieldError,
): FieldError {
  const part = parts.find((each) => problem.param === `email_message.${each}`)
  const [name] = part === undefined || message === undefined ? [] : findRowFields(message[part])
  if (name === undefined) return gifting.toRowError(message, row.recipient, problem)
  return {
    ...problem,
    param: `fields.${name}`,
    message: `makes the ${part} of the message invalid, which ${problem.message}`,
  }
}

import type { EmailMessage, FieldError } from '#contract'
import { toOneLine } from '#platform/lib/one-line'

/** The fields of a row that a message can contain: `{first_name}`. */
const mergeFields = ['first_name', 'last_name'] as const
type MergeField = (typeof mergeFields)[number]
/** The fields of one recipient. */
type FieldValues = Readonly<Record<MergeField, string>>

/** A field in a message. Other text in braces, such as `{2026}` or `{ }`, remains as it is. */
const placeholder = /\{([a-z][a-z_]{0,63})\}/gi

const isMergeField = (name: string): name is MergeField =>
  mergeFields.some((field) => field === name)

/** Returns an error for each part of the message that contains an unknown field. */
export function validateMergeFields(message: EmailMessage | undefined): FieldError[] {
  if (message === undefined) return []
  return (['subject', 'body'] as const).flatMap((part): FieldError[] => {
    const names = [...message[part].matchAll(placeholder)].map(([, name = '']) => name)
    const unknown = [...new Set(names.filter((name) => !isMergeField(name)))]
    return unknown.length === 0 ? [] : [unknownField(part, unknown.slice(0, 10))]
  })
}

const unknownField = (part: 'subject' | 'body', names: readonly string[]): FieldError => ({
  code: 'invalid',
  param: `email_message.${part}`,
  message: `has the unknown field ${names.map((name) => `{${name}}`).join(', ')}: use ${mergeFields.map((name) => `{${name}}`).join(' or ')}`,
})

/** Fills the fields of a message with the names of a recipient. A name that looks like a field is not filled again. */
export const fillMergeFields = (message: EmailMessage, recipient: FieldValues): EmailMessage => ({
  subject: fill(message.subject, recipient),
  body: fill(message.body, recipient),
})

/** Fills each field with its value on one line: a name in a subject must not add lines to it. */
const fill = (text: string, recipient: FieldValues): string =>
  text.replaceAll(placeholder, (field, name: string) =>
    isMergeField(name) ? toOneLine(recipient[name]) : field,
  )

/** A message that is invalid with the names of one row is an error of this row, not of the whole list. */
export function toRowError(
  message: EmailMessage | undefined,
  recipient: FieldValues,
  problem: FieldError,
): FieldError {
  const [parent, part] = problem.param.split('.')
  if (parent !== 'email_message' || message === undefined) return problem
  if (part !== 'subject' && part !== 'body') return problem
  if (fill(message[part], recipient) === message[part]) return problem
  return {
    ...problem,
    param: 'recipient.first_name',
    message: `makes the ${part} of the message invalid, which ${problem.message}`,
  }
}

import type { EmailMessage, FieldError } from '#contract'
import { unknownFieldErrors } from '#contract/merge-field-errors'
import { fillFields, type MergeValues } from '#contract/merge-fields'

/** Returns an error for each part of the message that contains an unknown field. */
export const validateMergeFields = (message: EmailMessage | undefined): FieldError[] =>
  message === undefined
    ? []
    : (['subject', 'body'] as const).flatMap((part) =>
        unknownFieldErrors(`email_message.${part}`, message[part]),
      )

/**
 * Converts the error of a message to an error of the row. The names of one row can make the message invalid;
 * the other rows of the list are valid.
 */
export function toRowError(
  message: EmailMessage | undefined,
  recipient: MergeValues,
  problem: FieldError,
): FieldError {
  const [parent, part] = problem.param.split('.')
  if (parent !== 'email_message' || message === undefined) return problem
  if (part !== 'subject' && part !== 'body') return problem
  if (fillFields(message[part], recipient) === message[part]) return problem
  return {
    ...problem,
    param: 'recipient.first_name',
    message: `makes the ${part} of the message invalid, which ${problem.message}`,
  }
}

import { toOneLine } from './one-line.ts'

/* The fields of a message that stand for the recipient's name, such as `{first_name}`. They are stored as they are and filled
   when the message is read, so a corrected name and a translation have the right text. */

export const mergeFields = ['first_name', 'last_name'] as const
type MergeField = (typeof mergeFields)[number]

/** The fields of one recipient. */
export type MergeValues = Readonly<Record<MergeField, string>>

interface Message {
  subject: string
  body: string
}

/** A field in a text. Other text in braces, such as `{2026}` or `{ }`, remains as it is. */
const placeholder = /\{([a-z][a-z_]{0,63})\}/gi

const isMergeField = (name: string): name is MergeField =>
  mergeFields.some((field) => field === name)

/** Returns the names in braces of a text, each once. */
export const findFields = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
]

export const findUnknownFields = (text: string, known: readonly string[] = mergeFields): string[] =>
  findFields(text).filter((name) => !known.includes(name))

/** Fills the fields with the names of a recipient. A name that looks like a field is not filled again. */
export const fillMessage = <Each extends Message>(message: Each, recipient: MergeValues): Each => ({
  ...message,
  subject: fillFields(message.subject, recipient),
  body: fillFields(message.body, recipient),
})

/**
 * Fills the fields of a row of the sender's list, such as `{company}`, and leaves the names of the recipient. Only the text
 * of the message can have several lines. A value that looks like another field of the row is not filled again.
 */
export function fillRowFields(
  { subject, body }: Message,
  fields: Readonly<Record<string, string>>,
): Message {
  const fill = (text: string, toText: (value: string) => string) =>
    text.replaceAll(placeholder, (field, name: string) =>
      !isMergeField(name) && Object.hasOwn(fields, name) ? toText(fields[name] ?? '') : field,
    )
  return { subject: fill(subject, toOneLine), body: fill(body, (value) => value.trim()) }
}

/** Fills each field with its value on one line: a name in a subject must not add lines to it. */
export const fillFields = (text: string, recipient: MergeValues): string =>
  text.replaceAll(placeholder, (field, name: string) =>
    isMergeField(name) ? toOneLine(recipient[name]) : field,
  )

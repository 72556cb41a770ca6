import compile from 'icu-minify/compile'
import { getTextDirection, toFormatLocale } from '../lib/languages.ts'
import { findContraction } from './contractions.ts'
import { type CompiledMessage, placeholderPattern, resolveMessage } from './resolve-message.ts'

/** The texts of one language, as ICU messages by key. */
export type Messages = Readonly<Record<string, string>>

/**
 * The placeholders of each text, such as `{ 'donated.line': 'amount' | 'charity' }`. They are
 * generated from the English texts.
 */
type MessageValues = object

/** The keys of the texts that need no other values than these. */
export type MessageKeyWith<Values extends MessageValues, Name extends string> = {
  [Key in keyof Values & string]: Values[Key] extends Name ? Key : never
}[keyof Values & string]

/**
 * The argument with the values of a text. A union of keys needs the values of all its texts. A key without
 * placeholders accepts values, because other keys of the union may need them.
 */
type ValuesArgument<Name> = [Name] extends [never]
  ? [values?: Readonly<Record<string, string | number>>]
  : [values: { readonly [Each in Name & string]: Each extends 'count' ? number : string | number }]

/**
 * Returns the text in the reader's language with the values inserted. Values are plain
 * text, and the caller escapes them.
 */
export type Translate<Values extends MessageValues> = <Key extends keyof Values & string>(
  key: Key,
  ...values: ValuesArgument<Values[Key]>
) => string

/** Options of how values are inserted into a text. */
export interface InsertOptions {
  /** True to insert values unchanged: no word before a value is contracted, and no value is isolated. */
  isVerbatim?: boolean
}

/** The Unicode controls FSI and PDI, which have the effect of `<bdi>` in plain text. */
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069']

const wordAndPlaceholder = new RegExp(`((?:\\p{L}+ )?)${placeholderPattern}`, 'gu')

/**
 * Creates the function that translates texts. A right-to-left text isolates its values, so that a Latin name,
 * an email address or a number retains its own direction.
 */
export function createTranslate<Values extends MessageValues>(
  language: string,
  messages: Messages,
  { isVerbatim = false }: InsertOptions = {},
): Translate<Values> {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(toFormatLocale(language))
  const isIsolated = !isVerbatim && getTextDirection(language) === 'rtl'
  const isolate = (value: string) =>
    isIsolated && value !== '' ? `${firstStrongIsolate}${value}${popIsolate}` : value
  const contract = isVerbatim ? (word: string) => word : findContraction(language)
  return (key, ...[allValues]) => {
    const values: Readonly<Record<string, string | number>> = allValues ?? {}
    const message = compileOnce(messages[key] ?? key)
    const [text = ''] = resolveMessage(message, plurals, values.count)
    return text.replace(wordAndPlaceholder, (_, word: string, name: string) => {
      const given = values[name] ?? `{${name}}`
      const value = typeof given === 'number' ? numbers.format(given) : given
      return contract(word, value) + isolate(value)
    })
  }
}

const compiledMessages = new Map<string, CompiledMessage>()

/**
 * Compiles a text at its first use. The number of compiled texts is limited by the
 * number of texts in the catalogues.
 */
function compileOnce(text: string): CompiledMessage {
  const known = compiledMessages.get(text)
  if (known !== undefined) return known
  const compiled = compile(text)
  compiledMessages.set(text, compiled)
  return compiled
}

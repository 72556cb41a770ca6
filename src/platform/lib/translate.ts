/*
 * Translations as data. The English messages of an area are its type: keys, plural forms and placeholders are
 * checked when the code compiles. A text with a count has one key for each plural form of its language, such as
 * `_one` and `_other`.
 */

import type { Tone } from '#contract/tones'
import { findContraction } from './contractions.ts'
import { getTextDirection, type Language, type pluralForms, toFormatLocale } from './languages.ts'

type Messages = Readonly<Record<string, string>>
type StringKey<English> = keyof English & string

type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type PluralKey<English> =
  StringKey<English> extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : never) : never

type PlainKey<English> = Exclude<StringKey<English>, `${PluralKey<English>}_${'one' | 'other'}`>

/** Keys for `Translate`, without plural suffixes. */
type MessageKey<English> = PlainKey<English> | PluralKey<English>

type ValueNames<English, Key extends string> = Key extends keyof English
  ? Placeholders<English[Key]>
  : `${Key}_other` extends keyof English
    ? 'count' | Placeholders<English[`${Key}_other`]>
    : never

/** Keys of the texts that need no other values than these. */
export type MessageKeyWith<English, Name extends string> = {
  [Key in MessageKey<English>]: ValueNames<English, Key> extends Name ? Key : never
}[MessageKey<English>]

/** The messages of another language. The compiler rejects a missing key, an unknown key and a missing plural form. */
export type Translation<English, Each extends Language> = Readonly<
  Record<PlainKey<English> | `${PluralKey<English>}_${(typeof pluralForms)[Each][number]}`, string>
>

/**
 * The texts of a language that differ in its other form of address. The compiler rejects an unknown key. A text with a
 * count has each of its forms.
 */
export type ToneOverrides<Messages> = Readonly<Partial<Record<keyof Messages, string>>>

/** Further messages of a language, for the form of address that its other messages do not have. */
export interface ToneVariant {
  tone: Tone
  messages: Messages
}

/** Returns the messages of a language for a tone. A language with one form of address has the same for each. */
export function createToneMessages(
  messages: Readonly<Record<Language, Messages>>,
  variants: Readonly<Partial<Record<Language, ToneVariant>>>,
): (language: Language, tone: Tone | null) => Messages {
  const varied = new Map(
    Object.entries(variants).map(([language, variant]) => [
      `${language} ${variant.tone}`,
      { ...messages[language as Language], ...variant.messages },
    ]),
  )
  return (language, tone) => varied.get(`${language} ${tone}`) ?? messages[language]
}

/** A union of keys needs the values of all its texts. A key without placeholders accepts values, because its neighbours may need them. */
type Values<Name extends string> = [Name] extends [never]
  ? [values?: Readonly<Record<string, string | number>>]
  : [values: { readonly [Each in Name]: Each extends 'count' ? number : string | number }]

/**
 * Returns the text in the reader's language with the values inserted. Values are plain text: the caller escapes them. A
 * right-to-left text isolates its values, so that a Latin name, an email address or a number keeps its own direction.
 */
export type Translate<English> = <Key extends MessageKey<English>>(
  key: Key,
  ...values: Values<ValueNames<English, Key>>
) => string

/** The Unicode controls FSI and PDI, the plain-text form of `<bdi>`. */
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069']

/** A placeholder with the word before it. */
const wordAndPlaceholder = /((?:\p{L}+ )?)\{\{(\w+)\}\}/gu

export function createTranslate<English>(language: string, messages: Messages): Translate<English> {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(toFormatLocale(language))
  const isolate =
    getTextDirection(language) === 'rtl'
      ? (value: string) => (value === '' ? '' : `${firstStrongIsolate}${value}${popIsolate}`)
      : (value: string) => value
  const contract = findContraction(language)
  const findText = (key: string, count: string | number | undefined) =>
    messages[key] ??
    messages[`${key}_${plurals.select(Number(count))}`] ??
    messages[`${key}_other`] ??
    messages[`${key}_many`] ??
    key
  return (key, ...[allValues]) => {
    const values: Readonly<Record<string, string | number>> = allValues ?? {}
    return findText(key, values.count).replace(
      wordAndPlaceholder,
      (_, word: string, name: string) => {
        const given = values[name] ?? `{{${name}}}`
        const value = typeof given === 'number' ? numbers.format(given) : given
        return contract(word, value) + isolate(value)
      },
    )
  }
}

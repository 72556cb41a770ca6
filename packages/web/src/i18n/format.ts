import { language, locale } from './language.ts'
import { languageRows } from './shared.ts'

const numberFormat = new Intl.NumberFormat(locale)
const listFormat = new Intl.ListFormat(locale)

/** Formats a number with the separators of the language, such as `1,204`. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  options === undefined ? numberFormat.format(value) : value.toLocaleString(locale, options)

/**
 * Formats a date, a time or both. The time zone is that of the browser, unless `options` contains another
 * one.
 */
export const formatDate = (
  date: Date | number | string,
  options: Intl.DateTimeFormatOptions,
): string => keepDayTogether(new Date(date).toLocaleString(locale, options))

/** Prevents a line break between a day and its month: '12 March', '12. März', '12 de marzo', 'Fri 12'. */
export const keepDayTogether = (date: string): string =>
  date
    .replace(
      /(?<!\d)(\d{1,2}\.?)( de)? (?=\p{L})/gu,
      (_, day: string, de?: string) => `${day}${de === undefined ? '' : '\u00a0de'}\u00a0`,
    )
    .replace(/(?<=\p{L}) (?=\d{1,2}(?![\d:.]))/gu, '\u00a0')

/** Joins the parts of a sentence to a list, such as `A, B and C`. */
export const formatList = (parts: readonly string[]): string => listFormat.format(parts)

/** The text between two values in a line. */
export const comma = language === 'ja' ? '、' : ', '

/** Joins values with commas and without a word before the last value, such as `A, B, C`. */
export const formatValues = (values: readonly (string | number)[]): string => values.join(comma)

/** The text between two sentences. In Japanese, there is no space. */
export const sentenceSpace = languageRows[language].sentenceSpace ?? ' '

/** Joins sentences to a text. */
export const joinSentences = (sentences: readonly string[]): string => sentences.join(sentenceSpace)

const separatorOf = (type: Intl.NumberFormatPartTypes, value: number) =>
  numberFormat.formatToParts(value).find((part) => part.type === type)?.value ?? ''

/** The separators of number fields, as in `1,204.50` or `1.204,50`. */
export const numberSeparators = {
  decimalSeparator: separatorOf('decimal', 0.5),
  thousandSeparator: separatorOf('group', 1_000_000),
}

/** The name of a person. The language decides the order of its parts. */
export interface PersonName {
  first_name: string
  last_name: string
}

/** The languages that put the family name first. */
const familyNameFirst: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'hu', 'vi'])

/** The languages that greet with the full name, because the polite forms 様, 님 and 您 follow the full name. */
const greetsWithFullName: ReadonlySet<string> = new Set(['ja', 'ko', 'zh'])

const getBaseLanguage = (locale: string) => locale.toLowerCase().split(/[-_]/)[0] ?? ''

export const isFamilyNameFirst = (locale: string): boolean =>
  familyNameFirst.has(getBaseLanguage(locale))

/**
 * Returns whether a name has no space between the family name and the given name. Japanese names have one on
 * labels and in greetings.
 */
const isUnspaced = (locale: string, name: string) =>
  ['zh', 'ko'].includes(getBaseLanguage(locale)) &&
  /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(name)

/**
 * Returns whether a name has the order of the language. Chinese, Japanese and Korean texts put the family
 * name first only in names that are written in their own scripts: Ada Larkin, 山田 太郎.
 */
const hasOwnOrder = (locale: string, name: string) =>
  isFamilyNameFirst(locale) &&
  (!greetsWithFullName.has(getBaseLanguage(locale)) ||
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name))

/** Returns the full name in the order of the language. */
export function fullName({ first_name, last_name }: PersonName, locale: string): string {
  const parts = hasOwnOrder(locale, last_name + first_name)
    ? [last_name, first_name]
    : [first_name, last_name]
  return parts.join(isUnspaced(locale, parts.join('')) ? '' : ' ').trim()
}

/**
 * Returns the name for a greeting: the full name in Chinese, Japanese and Korean, and the
 * given name in other languages.
 */
export const greetingName = (name: PersonName, locale: string): string =>
  greetsWithFullName.has(getBaseLanguage(locale)) ? fullName(name, locale) : name.first_name

/** A person's name. The language decides the order of its parts. */
export interface PersonName {
  first_name: string
  last_name: string
}

/** Languages that put the family name first. */
const familyNameFirst: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'hu', 'vi'])

const getBaseLanguage = (locale: string) => locale.toLowerCase().split(/[-_]/)[0] ?? ''

export const isFamilyNameFirst = (locale: string): boolean =>
  familyNameFirst.has(getBaseLanguage(locale))

/** Returns the full name, in the order of the language. */
export function fullName({ first_name, last_name }: PersonName, locale: string): string {
  const parts = isFamilyNameFirst(locale) ? [last_name, first_name] : [first_name, last_name]
  return parts.join(' ').trim()
}

/** Returns the name for a greeting: the full name in Japanese, which adds 様 to it, and the given name elsewhere. */
export const greetingName = (name: PersonName, locale: string): string =>
  getBaseLanguage(locale) === 'ja' ? fullName(name, locale) : name.first_name

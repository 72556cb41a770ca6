import { locale } from '#web/i18n/language.ts'

const regionNames = new Intl.DisplayNames(locale, { type: 'region' })

export const countryName = (code: string): string => {
  try {
    return regionNames.of(code) ?? code
  } catch {
    return code
  }
}

import { type Language, languageRows } from './languages.ts'

/**
 * Returns the language of a locale: `pt` for `pt-BR` and `pt_BR`, `zh-Hant` for `zh-TW`. Returns undefined for a
 * language without texts.
 */
export function languageOfLocale(locale: string): Language | undefined {
  if (isTraditionalChinese(locale)) return 'zh-Hant'
  const base = locale.toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(languageRows, base) ? (base as Language) : undefined
}

/**
 * Returns whether the script or the region of a locale uses Traditional characters:
 * `zh-Hant`, `zh-TW`, `zh-HK`, `zh-MO`.
 */
export function isTraditionalChinese(locale: string): boolean {
  const tag = locale.replaceAll('_', '-')
  if (!/^(zh|yue)(-|$)/i.test(tag)) return false
  try {
    return new Intl.Locale(tag).maximize().script === 'Hant'
  } catch {
    return false
  }
}

import type { Language } from '#platform/lib/languages'
import { type MessageArea, readCatalogues } from '#platform/messages/catalogues'
import { checkMessages, checkVariant } from '#scripts/texts/check-messages'

/**
 * Returns what differs between the texts of a language, in both forms of address, and the English texts: missing and
 * unused keys, placeholders and plural forms.
 */
export function findTextProblems(area: MessageArea, language: Language): string[] {
  const { byLanguage, variants } = readCatalogues(area)
  const usual = byLanguage[language]
  return [
    ...checkMessages(language, usual, byLanguage.en),
    ...checkVariant(language, variants[language]?.messages ?? {}, usual),
  ]
}

import type { EmailMessage, FieldError } from '#contract'
import { relatedLanguages } from '#contract/languages'
import { type Language, languageOfLocale, languages, toLanguage } from '#platform/lib/languages'
import {
  type CampaignTranslation,
  type CampaignTranslations,
  type CampaignTranslationsInput,
  type CommunicationSettings,
  type Theme,
  translatedTexts,
} from './tables.ts'

/**
 * Returns the errors of translations. A language needs both a subject and a body, because they form one
 * email.
 */
export function validateTranslations(input: CampaignTranslationsInput = {}): FieldError[] {
  return Object.entries(input).flatMap(([language, { subject = '', body = '' }]): FieldError[] => {
    const param = `translations.${language}`
    if (toLanguage(language) === undefined)
      return [{ code: 'invalid', param, message: `must be one of ${languages.join(', ')}` }]
    const message = 'is required, because subject and body belong together'
    if (subject.trim() === '' && body.trim() !== '')
      return [{ code: 'required', param: `${param}.subject`, message }]
    if (subject.trim() !== '' && body.trim() === '')
      return [{ code: 'required', param: `${param}.body`, message }]
    return []
  })
}

/** Removes empty texts, and languages without a text. */
export const normalizeTranslations = (input: CampaignTranslationsInput): CampaignTranslations =>
  Object.fromEntries(
    Object.entries(input).flatMap(([language, texts]) => {
      const filled = translatedTexts.flatMap((name) => {
        const text = texts[name] ?? ''
        return text.trim() === '' ? [] : [[name, text] as const]
      })
      return filled.length === 0 ? [] : [[language, Object.fromEntries(filled)]]
    }),
  )

/** The texts of a campaign, before or after it is saved. */
export type Translatable = Pick<CommunicationSettings, 'locale' | 'email_message' | 'translations'>

/**
 * Returns the translation into a language, or into the related language. Returns nothing if the campaign itself is in the
 * better of these languages.
 */
export function findTranslation(
  { locale, translations }: Pick<CommunicationSettings, 'locale' | 'translations'>,
  language: Language,
): CampaignTranslation {
  const own = languageOfLocale(locale)
  for (const each of [language, relatedLanguages[language]]) {
    if (each === own) return {}
    const translation = each && translations[each]
    if (translation) return translation
  }
  return {}
}

/**
 * Returns the email message in a language. Only the message of the campaign is translated, so a gift with its
 * own message does not get a translation. Returns undefined if no text needs to be replaced.
 */
export function translateMessage(
  settings: Translatable,
  message: EmailMessage,
  language: Language,
): EmailMessage | undefined {
  const { subject, body } = findTranslation(settings, language)
  const { email_message } = settings
  const isOwn = message.subject !== email_message.subject || message.body !== email_message.body
  return isOwn || subject === undefined || body === undefined ? undefined : { subject, body }
}

/** Returns the theme with its translated texts in a language. Texts without a translation do not change. */
export const translateTheme = <Each extends Pick<Theme, 'headline'>>(
  theme: Each,
  { headline, message }: CampaignTranslation,
): Each => ({ ...theme, ...(headline && { headline }), ...(message && { message }) })

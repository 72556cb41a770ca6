import type { EmailMessage, FieldError } from '#contract'
import { type Language, languageOfLocale, languages, toLanguage } from '#platform/lib/languages'
import {
  type CampaignTranslation,
  type CampaignTranslations,
  type CampaignTranslationsInput,
  type CommunicationSettings,
  type Theme,
  translatedTexts,
} from './tables.ts'

/** A subject and a body belong together: they are one email. */
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

/** Removes empty texts and empty languages. */
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

/** The texts of a campaign, saved or not. */
export type Translatable = Pick<CommunicationSettings, 'locale' | 'email_message' | 'translations'>

/** Returns the translation into a language; nothing for the language of the campaign itself. */
export const findTranslation = (
  { locale, translations }: Pick<CommunicationSettings, 'locale' | 'translations'>,
  language: Language,
): CampaignTranslation =>
  languageOfLocale(locale) === language ? {} : (translations[language] ?? {})

/**
 * Returns the email message in a language. A gift with a message of its own keeps it, because only the message of the
 * campaign is translated. The result is undefined if there is nothing to replace.
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

/** Returns the theme with its texts in a language, as far as they are translated. */
export const translateTheme = <Each extends Pick<Theme, 'headline'>>(
  theme: Each,
  { headline, message }: CampaignTranslation,
): Each => ({ ...theme, ...(headline && { headline }), ...(message && { message }) })

import { Text } from '@mantine/core'
import { TranslatedField, TranslationTabs } from '#web/components/forms/translation-tabs.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { languageOfLocale } from '#web/i18n/shared.ts'
import type { CampaignForm } from './campaign-form.ts'

type Translation = CampaignForm['values']['translations'][string]

const textLabels: readonly [name: keyof Translation, label: string][] = [
  ['subject', t('Subject')],
  ['body', t('Text')],
  ['headline', t('Headline')],
  ['message', t('Subheading')],
]
const maxLengths = { subject: 255, body: 10_000, headline: 120, message: 2_000 } as const

/** The fields for the texts of the campaign in other languages. */
export function TranslationFields({ form }: { form: CampaignForm }) {
  const { translations, locale, email_message, theme } = form.values
  const source = { ...email_message, headline: theme.headline, message: theme.message }
  const sourceLanguage = languageOfLocale(locale)
  const set = (next: typeof translations) => form.setFieldValue('translations', next)
  return (
    <TranslationTabs
      languages={Object.keys(translations)}
      sourceLanguage={sourceLanguage}
      onAdd={(language) => set({ ...translations, [language]: {} })}
      onRemove={(language) => {
        const { [language]: _, ...others } = translations
        set(others)
      }}
      countMissing={(language) =>
        textLabels.filter(
          ([name]) =>
            source[name].trim() !== '' && (translations[language]?.[name] ?? '').trim() === '',
        ).length
      }
    >
      {(language) => (
        <>
          {textLabels.map(([name, label]) => (
            <TranslatedField
              key={name}
              label={label}
              language={language}
              source={source[name]}
              sourceLanguage={sourceLanguage}
              isLong={name === 'body' || name === 'message'}
              maxLength={maxLengths[name]}
              value={translations[language]?.[name] ?? ''}
              error={form.errors[`translations.${language}.${name}`]}
              onChange={(text) =>
                set({ ...translations, [language]: { ...translations[language], [name]: text } })
              }
            />
          ))}
          <Text size="sm" c="dimmed">
            {t('Gifts with a message of their own keep that message.')}
          </Text>
        </>
      )}
    </TranslationTabs>
  )
}

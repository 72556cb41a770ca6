import { Badge, Button, Group, Select, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { plural, t } from '#web/i18n/campaigns.ts'
import { languageOptions } from './campaign.ts'
import type { CampaignForm } from './campaign-form.ts'

type Translation = CampaignForm['values']['translations'][string]

const textLabels: readonly [name: keyof Translation, label: string][] = [
  ['subject', t('Subject')],
  ['body', t('Text')],
  ['headline', t('Headline')],
  ['message', t('Subheading')],
]
const maxLengths = { subject: 255, body: 10_000, headline: 120, message: 2_000 } as const

const languageName = (language: string) =>
  languageOptions.find(({ value }) => value === language)?.label ?? language

/** A tab for each language with the texts of the campaign, which shows how many are missing. */
export function TranslationFields({ form }: { form: CampaignForm }) {
  const { translations, locale } = form.values
  const languages = Object.keys(translations)
  const [active, setActive] = useState<string | null>(languages[0] ?? null)
  const addable = languageOptions.filter(
    ({ value }) => !languages.includes(value) && value !== locale.split('-')[0],
  )
  const add = (language: string | null) => {
    if (language === null) return
    form.setFieldValue('translations', { ...translations, [language]: {} })
    setActive(language)
  }
  return (
    <Stack>
      <Select
        label={t('Add a language')}
        placeholder={t('Select a language')}
        data={addable}
        value={null}
        onChange={add}
        disabled={addable.length === 0}
        maw={320}
      />
      {languages.length > 0 && (
        <Tabs value={active} onChange={setActive} keepMounted={false}>
          <Tabs.List aria-label={t('Translations')}>
            {languages.map((language) => (
              <Tabs.Tab key={language} value={language}>
                <LanguageTab form={form} language={language} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {languages.map((language) => (
            <Tabs.Panel key={language} value={language} pt="md">
              <LanguageFields
                form={form}
                language={language}
                onRemoved={() => setActive(languages.find((each) => each !== language) ?? null)}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Stack>
  )
}

/** The texts that the campaign has and this language lacks. */
const missingTexts = ({ values }: CampaignForm, language: string) => {
  const { email_message, theme, translations } = values
  const source = { ...email_message, headline: theme.headline, message: theme.message }
  return textLabels.filter(
    ([name]) => source[name].trim() !== '' && (translations[language]?.[name] ?? '').trim() === '',
  )
}

function LanguageTab({ form, language }: { form: CampaignForm; language: string }) {
  const missing = missingTexts(form, language).length
  return (
    <Group gap={6} wrap="nowrap">
      <span lang={language}>{languageName(language)}</span>
      {missing > 0 && (
        <Badge size="sm" variant="light" color="orange">
          {plural(missing, '{count} missing', '{count} missing')}
        </Badge>
      )}
    </Group>
  )
}

function LanguageFields({
  form,
  language,
  onRemoved,
}: {
  form: CampaignForm
  language: string
  onRemoved: () => void
}) {
  const { translations, email_message, theme } = form.values
  const source = { ...email_message, headline: theme.headline, message: theme.message }
  const change = (name: keyof Translation, text: string) =>
    form.setFieldValue('translations', {
      ...translations,
      [language]: { ...translations[language], [name]: text },
    })
  const remove = () => {
    const { [language]: _, ...others } = translations
    form.setFieldValue('translations', others)
    onRemoved()
  }
  return (
    <Stack gap="sm">
      {textLabels.map(([name, label]) => {
        const isLong = name === 'body' || name === 'message'
        const Field = isLong ? Textarea : TextInput
        return (
          <Field
            key={name}
            label={label}
            lang={language}
            dir="auto"
            placeholder={source[name]}
            maxLength={maxLengths[name]}
            value={translations[language]?.[name] ?? ''}
            error={form.errors[`translations.${language}.${name}`]}
            onChange={(event) => change(name, event.currentTarget.value)}
            {...(isLong ? { autosize: true, minRows: name === 'body' ? 4 : 2 } : {})}
          />
        )
      })}
      <Text size="sm" c="dimmed">
        {t('Gifts with a message of their own keep that message.')}
      </Text>
      <Group>
        <Button variant="subtle" color="red" size="compact-sm" onClick={remove}>
          {t('Remove {language}', { language: languageName(language) })}
        </Button>
      </Group>
    </Stack>
  )
}

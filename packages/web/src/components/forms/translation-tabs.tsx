import { t } from '#web/i18n/common.ts'
import './translation-tabs.css'
import { Badge, Button, Group, Select, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  languageOptions,
  textDirection,
  toLanguageName,
} from '#web/components/formats/languages.ts'

interface TranslationTabsProps {
  languages: readonly string[]
  /** The language of the texts that are translated. Undefined if the language is unknown. */
  sourceLanguage: string | undefined
  onAdd: (language: string) => void
  onRemove: (language: string) => void
  /** Counts the texts that have no translation in the language. */
  countMissing: (language: string) => number
  children: (language: string) => ReactNode
}

/** A list of tabs with one tab for each language. Each tab shows how many texts have no translation. */
export function TranslationTabs({
  languages,
  sourceLanguage,
  onAdd,
  onRemove,
  countMissing,
  children,
}: TranslationTabsProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const active =
    selected !== null && languages.includes(selected) ? selected : (languages[0] ?? null)
  const addable = languageOptions.filter(
    ({ value }) => !languages.includes(value) && value !== sourceLanguage,
  )
  const add = (language: string | null) => {
    if (language === null) return
    onAdd(language)
    setSelected(language)
  }
  return (
    <Stack>
      {languages.length > 0 && (
        <Tabs value={active} onChange={setSelected} keepMounted={false} variant="outline">
          <Tabs.List aria-label={t('Translations')} className="translation-tabs">
            {languages.map((language) => (
              <Tabs.Tab key={language} value={language}>
                <LanguageTab language={language} missing={countMissing(language)} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {languages.map((language) => (
            <Tabs.Panel key={language} value={language} pt="md">
              <Stack gap="sm">
                {children(language)}
                <Group>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    onClick={() => onRemove(language)}
                  >
                    {t('Remove {language}', { language: toLanguageName(language) })}
                  </Button>
                </Group>
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      <Select
        label={t('Add a language')}
        placeholder={t('Select a language')}
        data={addable}
        value={null}
        onChange={add}
        disabled={addable.length === 0}
        maw={320}
      />
    </Stack>
  )
}

const LanguageTab = ({ language, missing }: { language: string; missing: number }) => (
  <Group gap={6} wrap="nowrap">
    <span lang={language}>{toLanguageName(language)}</span>
    {missing > 0 && (
      <Badge size="sm" variant="light" color="orange">
        {t('{count} missing', { count: missing })}
      </Badge>
    )}
  </Group>
)

interface TranslatedFieldProps {
  label: string
  language: string
  /** The text to translate. `sourceLanguage` is its language. */
  source: string
  sourceLanguage: string | undefined
  value: string
  maxLength: number
  isLong?: boolean
  error?: ReactNode
  onChange: (text: string) => void
}

/** A field for the translation of one text, with the original text above it. */
export function TranslatedField({
  label,
  language,
  source,
  sourceLanguage,
  value,
  maxLength,
  isLong = false,
  error,
  onChange,
}: TranslatedFieldProps) {
  const Field = isLong ? Textarea : TextInput
  return (
    <Field
      label={label}
      description={
        source.trim() === '' ? undefined : (
          <Text span size="xs" lineClamp={isLong ? 4 : 2} lang={sourceLanguage} dir="auto">
            {source}
          </Text>
        )
      }
      lang={language}
      dir={textDirection(language)}
      maxLength={maxLength}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isLong ? { autosize: true, minRows: 2 } : {})}
    />
  )
}

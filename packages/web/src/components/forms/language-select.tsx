import { NativeSelect } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { changeLanguage, type Language, language, languageNames } from '#web/i18n/language.ts'

/** An input that selects the language of the web app in this browser. */
export const LanguageSelect = () => (
  <NativeSelect
    size="xs"
    aria-label={t('Language')}
    value={language}
    onChange={(event) => changeLanguage(event.currentTarget.value as Language)}
    data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
  />
)

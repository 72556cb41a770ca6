import { Badge, Code, Select, Stack, TextInput } from '@mantine/core'
import { languageOptions } from '#web/components/formats/languages.ts'
import { stageNames } from '#web/components/formats/stage-names.ts'
import { ToneField } from '#web/components/forms/tone-field.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { DescriptionList, Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'
import { SettingsForm } from './settings-form.tsx'
import { tierNames } from './tier-names.ts'

/** The page with the name and the properties of the account. */
export function AccountPage() {
  const { account } = useMe()
  return (
    <Page title={t('Account')} about={t('One company, in one region and stage.')}>
      <Panel title={t('Name')}>
        <SettingsForm pick={({ name }) => ({ name })}>
          {(form) => (
            <TextInput label={t('Account name')} maw={420} {...form.getInputProps('name')} />
          )}
        </SettingsForm>
      </Panel>
      <Panel title={t('Languages')} about={t('For the pages and emails of recipients.')}>
        <SettingsForm
          pick={({ catalogue_language, tone }) => ({
            catalogue_language: catalogue_language ?? '',
            tone: tone ?? ('' as const),
          })}
        >
          {(form) => (
            <Stack maw={420}>
              <Select
                label={t('Language of the catalogue')}
                description={t(
                  'The language in which names and descriptions are originally written.',
                )}
                data={[{ value: '', label: t('As each campaign') }, ...languageOptions]}
                allowDeselect={false}
                {...form.getInputProps('catalogue_language')}
              />
              <ToneField
                value={form.values.tone === '' ? null : form.values.tone}
                unset={t('As usual in each language')}
                onChange={(tone) => form.setFieldValue('tone', tone ?? '')}
              />
            </Stack>
          )}
        </SettingsForm>
      </Panel>
      <Panel title={t('Details')}>
        <DescriptionList
          rows={[
            [
              t('Account ID'),
              <span key="id">
                <Code>{account.id}</Code>{' '}
                <CopyIconButton value={account.id} label={t('Copy account ID')} />
              </span>,
            ],
            [
              t('Tier'),
              <Badge key="tier" variant="light">
                {tierNames[account.tier]}
              </Badge>,
            ],
            [t('Stage'), stageNames[account.stage]],
            [t('Region'), account.region],
          ]}
        />
      </Panel>
    </Page>
  )
}

import { Badge, Code, Select, Stack, TextInput } from '@mantine/core'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { languageOptions } from '#web/components/languages.ts'
import { DescriptionList, Page, Panel } from '#web/components/page.tsx'
import { ToneField } from '#web/components/tone-field.tsx'
import { useMe } from '#web/session.ts'
import { SettingsForm } from './settings-form.tsx'

const tierLabels = { enterprise: 'Enterprise', on_demand: 'On demand' }

/** Name and properties of the account. */
export function AccountPage() {
  const { account } = useMe()
  return (
    <Page title="Account" about="One company, in one region and stage.">
      <Panel title="Name">
        <SettingsForm pick={({ name }) => ({ name })}>
          {(form) => <TextInput label="Account name" maw={420} {...form.getInputProps('name')} />}
        </SettingsForm>
      </Panel>
      <Panel title="Languages" about="For the pages and emails of recipients.">
        <SettingsForm
          pick={({ catalogue_language, tone }) => ({
            catalogue_language: catalogue_language ?? '',
            tone: tone ?? ('' as const),
          })}
        >
          {(form) => (
            <Stack maw={420}>
              <Select
                label="Language of the catalogue"
                description="The language of names and descriptions that are not translations."
                data={[{ value: '', label: 'As each campaign' }, ...languageOptions]}
                allowDeselect={false}
                {...form.getInputProps('catalogue_language')}
              />
              <ToneField
                value={form.values.tone === '' ? null : form.values.tone}
                unset="As usual in each language"
                onChange={(tone) => form.setFieldValue('tone', tone ?? '')}
              />
            </Stack>
          )}
        </SettingsForm>
      </Panel>
      <Panel title="Details">
        <DescriptionList
          rows={[
            [
              'Account id',
              <span key="id">
                <Code>{account.id}</Code>{' '}
                <CopyIconButton value={account.id} label="Copy account id" />
              </span>,
            ],
            [
              'Tier',
              <Badge key="tier" variant="light">
                {tierLabels[account.tier]}
              </Badge>,
            ],
            ['Stage', account.stage],
            ['Region', account.region],
          ]}
        />
      </Panel>
    </Page>
  )
}

import { Badge, Code, TextInput } from '@mantine/core'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { DescriptionList, Page, Panel } from '#web/components/page.tsx'
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

import { Badge, Code, TextInput } from '@mantine/core'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { DescriptionList, Page, Panel } from '#web/components/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'
import { stageNames } from '../developers/stage-names.ts'
import { SettingsForm } from './settings-form.tsx'

const tierLabels = { enterprise: t('Enterprise'), on_demand: t('On demand') }

/** Name and properties of the account. */
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
      <Panel title={t('Details')}>
        <DescriptionList
          rows={[
            [
              t('Account id'),
              <span key="id">
                <Code>{account.id}</Code>{' '}
                <CopyIconButton value={account.id} label={t('Copy account id')} />
              </span>,
            ],
            [
              t('Tier'),
              <Badge key="tier" variant="light">
                {tierLabels[account.tier]}
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

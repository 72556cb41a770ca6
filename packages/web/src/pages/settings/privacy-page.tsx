import { Group, NumberInput } from '@mantine/core'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** The page for the retention period of recipients' addresses. */
export function PrivacyPage() {
  return (
    <Page title={t('Privacy')} about={t('Addresses are used for delivery only.')}>
      <Panel
        title={t('Addresses')}
        about={t(
          'A recipient’s address is erased this many days after delivery. The gift, its items and its history are preserved.',
        )}
      >
        <SettingsForm pick={({ address_retention_days }) => ({ address_retention_days })}>
          {(form) => (
            <NumberInput
              label={t('Days until an address is erased')}
              min={1}
              max={3650}
              allowDecimal={false}
              maw={220}
              {...form.getInputProps('address_retention_days')}
            />
          )}
        </SettingsForm>
      </Panel>
      <Panel
        title={t('Data requests')}
        about={t(
          'Download all data about a person, or erase it. Each request is recorded in the audit log.',
        )}
      >
        <Group>
          <ButtonLink to="/recipients" search={{ data_request: 'true' }} variant="default">
            {t('Export or erase a person’s data…')}
          </ButtonLink>
          <ButtonLink to="/settings/audit-log" search={{ action: 'privacy' }} variant="subtle">
            {t('Show past requests')}
          </ButtonLink>
        </Group>
      </Panel>
    </Page>
  )
}

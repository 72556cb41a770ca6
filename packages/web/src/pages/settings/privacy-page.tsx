import { NumberInput } from '@mantine/core'
import { Page, Panel } from '#web/components/page.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The retention period of recipients' addresses. */
export function PrivacyPage() {
  return (
    <Page
      title="Privacy"
      about="Recipients tell where they live so that a parcel finds them, and for nothing else."
    >
      <Panel
        title="Addresses"
        about="After this many days from delivery a recipient’s address is erased. The gift, its items and its history stay."
      >
        <SettingsForm pick={({ address_retention_days }) => ({ address_retention_days })}>
          {(form) => (
            <NumberInput
              label="Days to keep an address"
              min={1}
              max={3650}
              allowDecimal={false}
              maw={220}
              {...form.getInputProps('address_retention_days')}
            />
          )}
        </SettingsForm>
      </Panel>
    </Page>
  )
}

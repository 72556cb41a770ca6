import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import type { AccessPolicy } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { AddressesInput } from '#web/components/forms/addresses-input.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { OwnPasswordInput, toPassword } from '#web/components/forms/own-password-input.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useEditable } from '#web/use-editable.ts'

type Rules = Omit<AccessPolicy, 'own_address'> & { password: string }
type RulesForm = Parameters<Parameters<typeof Form<Rules, AccessPolicy>>[0]['children']>[0]

const hour = 60
const day = 24 * hour
const sessionChoices = [hour, 4 * hour, 8 * hour, 12 * hour, day, 7 * day]
const idleChoices = [5, 15, 30, hour, 4 * hour, 12 * hour]

function formatMinutes(minutes: number): string {
  if (minutes % day === 0) return t('{count} days', { count: minutes / day })
  if (minutes % hour === 0) return t('{count} hours', { count: minutes / hour })
  return t('{count} minutes', { count: minutes })
}

/** The panel with what people need to enter the account, whichever way they sign in. */
export function AccessPolicyPanel() {
  const { data, error, refetch } = useEditable('/access-policy')
  const save = ({ password, ...rules }: Rules, etag: string | undefined) =>
    api.put('/access-policy', { ...rules, ...toPassword(password) }, etag)
  return (
    <Panel
      title={t('Access policy')}
      about={t(
        'Applies to everyone in this account, also to admins, from their next request. Other accounts of a person are not affected.',
      )}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data !== undefined && (
        <Form<Rules, AccessPolicy>
          key={data.etag}
          initial={toRules(data.value)}
          onSubmit={(values) => save(values, data.etag)}
          conflict={{
            id: 'access-policy',
            fetchLatest: async () => toRules(await api.get('/access-policy')),
            reload: () => void refetch(),
            overwrite: (values) => save(values, undefined),
          }}
          onDone={async () => {
            toast(t('Saved.'))
            await refetch()
          }}
          submitLabel={t('Save policy')}
        >
          {(form) => <RuleFields form={form} ownAddress={data.value.own_address} />}
        </Form>
      )}
    </Panel>
  )
}

const toRules = ({ own_address: _, ...rules }: AccessPolicy): Rules => ({ ...rules, password: '' })

const RuleFields = ({ form, ownAddress }: { form: RulesForm; ownAddress: string }) => (
  <Stack maw={560}>
    <Checkbox
      label={t('Require a second factor')}
      description={t(
        'People without a passkey or an authenticator app set one up before they go on. Sign-ins with single sign-on are exempt: your identity provider answers for them.',
      )}
      {...form.getInputProps('requires_second_factor', { type: 'checkbox' })}
    />
    <MinutesSelect
      label={t('Ask for a new sign-in after')}
      limit={t('14 days (the limit of every session)')}
      choices={sessionChoices}
      value={form.values.session_minutes}
      onChange={(minutes) => form.setFieldValue('session_minutes', minutes)}
      error={form.errors.session_minutes}
    />
    <MinutesSelect
      label={t('Ask for a new sign-in after a pause of')}
      limit={t('one day (the limit of every session)')}
      choices={idleChoices}
      value={form.values.idle_minutes}
      onChange={(minutes) => form.setFieldValue('idle_minutes', minutes)}
      error={form.errors.idle_minutes}
    />
    <NetworkFields form={form} ownAddress={ownAddress} />
    <OwnPasswordInput {...form.getInputProps('password')} />
  </Stack>
)

interface MinutesSelectProps {
  label: string
  /** The choice of no rule. */
  limit: string
  choices: readonly number[]
  value: number | null
  onChange: (minutes: number | null) => void
  error: React.ReactNode
}

/** A choice of minutes. A value that a program has set is one of the choices too. */
function MinutesSelect({ limit, choices, value, onChange, ...props }: MinutesSelectProps) {
  const all = [...new Set([...choices, ...(value === null ? [] : [value])])]
  const data = all
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))
  return (
    <NativeSelect
      {...props}
      maw={360}
      data={[...data, { value: '', label: limit }]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    />
  )
}

function NetworkFields({ form, ownAddress }: { form: RulesForm; ownAddress: string }) {
  const { allowed_networks } = form.values
  return (
    <>
      <AddressesInput
        name="allowed_networks"
        label={t('Allowed networks (optional)')}
        description={t(
          'Addresses and ranges from which people enter, and from which the apps and agents that they have allowed may call, for example 203.0.113.0/24 or 2001:db8::/32. Leave empty for every network.',
        )}
        value={allowed_networks}
        onChange={(networks) => form.setFieldValue('allowed_networks', networks)}
        errors={form.errors}
      />
      <Text size="sm" c="dimmed">
        {t('Your own address is {address}. It must be one of them.', { address: ownAddress })}
      </Text>
      {allowed_networks.length > 0 && (
        <Checkbox
          label={t('Also for API keys and OAuth clients')}
          description={t('Otherwise only their own allowed addresses limit them.')}
          {...form.getInputProps('networks_bind_tokens', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

import { NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ClaimRules } from '#web/admin-api.ts'
import { t } from '#web/i18n/one-links.ts'

interface ClaimRulesFieldsProps<Values extends ClaimRules> {
  form: UseFormReturnType<Values>
  /**
   * Whether the one-link has allowed domains. In this case, claims need a confirmation by email, because only
   * an email proves that an address is in a domain.
   */
  hasDomains: boolean
}

/** The fields for the rules of claims. Each rule shows its consequence. */
export function ClaimRulesFields<Values extends ClaimRules>({
  form,
  hasDomains,
}: ClaimRulesFieldsProps<Values>) {
  const { values } = form
  const isConfirmed = values.require_approval || hasDomains
  const set = (name: keyof ClaimRules, value: boolean | number) =>
    form.setValues({ [name]: value } as Partial<Values>)
  const switchProps = (name: keyof ClaimRules) => ({
    checked: Boolean(values[name]),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set(name, currentTarget.checked),
  })
  return (
    <Stack gap="md">
      <Switch
        label={t('Confirm claims by email')}
        description={
          isConfirmed
            ? t('Always on with approval and with allowed domains.')
            : t(
                'A claim holds a gift for 30 minutes, until the visitor presses the button behind the emailed link. Without it, invented addresses can take all gifts.',
              )
        }
        {...switchProps('require_confirmation')}
        {...(isConfirmed && { checked: true, disabled: true })}
      />
      <Switch
        label={t('Approve each claim')}
        description={t(
          'A confirmed claim waits up to 7 days for you to approve or reject it. The visitor gets an email either way.',
        )}
        {...switchProps('require_approval')}
      />
      <Switch
        label={t('Waiting list')}
        description={t(
          'When all gifts are taken, visitors can leave their address. Each gift that becomes free is offered to the next person for 12 hours.',
        )}
        {...switchProps('has_waiting_list')}
      />
      <Switch
        label={t('Refuse disposable addresses')}
        description={t('Addresses of services that give out throw-away mailboxes cannot claim.')}
        {...switchProps('refuse_disposable')}
      />
      <div>
        <Text size="sm" fw={500}>
          {t('Most claims per hour')}
        </Text>
        <Text size="xs" c="dimmed" mb="xs">
          {t(
            'People in one office or at one event often share a network: set that limit above their number. Raise the limit per device for a tablet at a stand.',
          )}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {limits.map(({ name, label, max }) => (
            <NumberInput
              key={name}
              label={label}
              min={1}
              max={max}
              allowDecimal={false}
              value={values[name]}
              onChange={(value) => set(name, value as number)}
              error={form.errors[name]}
            />
          ))}
        </SimpleGrid>
      </div>
    </Stack>
  )
}

const limits = [
  { name: 'max_claims_per_address', label: t('Per address'), max: 100 },
  { name: 'max_claims_per_network', label: t('Per network'), max: 100_000 },
  { name: 'max_claims_per_device', label: t('Per device'), max: 10_000 },
] as const

/**
 * Converts the rules of the form for a request. If a number field is empty, the server rejects it, and the
 * error appears at the field.
 */
export const toClaimRules = (values: ClaimRules): ClaimRules => ({
  require_confirmation: values.require_confirmation,
  require_approval: values.require_approval,
  has_waiting_list: values.has_waiting_list,
  refuse_disposable: values.refuse_disposable,
  max_claims_per_address: Number(values.max_claims_per_address),
  max_claims_per_network: Number(values.max_claims_per_network),
  max_claims_per_device: Number(values.max_claims_per_device),
})

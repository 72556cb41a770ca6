import { OwnPasswordInput, toPassword } from '#web/components/forms/own-password-input.tsx'
import { t } from '#web/i18n/developers.ts'
import './developers.css'
import { Checkbox, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  endpointsWrite,
  type GrantedScope,
  needsPassword,
  type Preset,
  presetOf,
  presets,
  scopeGroups,
} from './scopes.ts'

export interface ScopeFormValues extends Record<string, unknown> {
  scopes: GrantedScope[]
  password: string
}

export const initialScopes: ScopeFormValues = { scopes: ['*'], password: '' }

/** Builds the part of a request with the scopes of the form. */
export const toScopeBody = ({ scopes, password }: ScopeFormValues) => ({
  scopes,
  ...toPassword(password),
})

const presetOptions = [
  ...Object.entries(presets).map(([value, { label }]) => ({ value, label })),
  { value: 'custom', label: t('Custom') },
]

const descriptions: Record<Preset, string> = {
  full: t('Everything the API can do, including what later versions add.'),
  read: t('Sees everything, changes nothing.'),
  send: t('Sends gifts from your campaigns, and follows them.'),
  reports: t('Reads figures and events, but no single gift.'),
  custom: t('Only what you select below.'),
}

/**
 * The permissions of a key: first a preset, and below it the single permissions. `before` contains the
 * permissions that the key has now.
 */
export function ScopeFields<Values extends ScopeFormValues>({
  form: ownForm,
  before = [],
}: {
  form: UseFormReturnType<Values>
  before?: readonly string[]
}) {
  const form = ownForm as unknown as UseFormReturnType<ScopeFormValues>
  const { scopes } = form.getValues()
  const choose = (preset: Preset) => {
    if (preset !== 'custom') form.setFieldValue('scopes', [...presets[preset].scopes])
    else if (scopes.includes('*')) form.setFieldValue('scopes', [])
  }
  const preset = presetOf(scopes)
  return (
    <Stack gap="md">
      <Select
        label={t('Permissions')}
        description={descriptions[preset]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        value={preset}
        onChange={(value) => choose((value ?? 'full') as Preset)}
        data={presetOptions}
        error={form.errors.scopes}
      />
      {preset === 'full' ? <FullAccessOption form={form} /> : <SingleScopes form={form} />}
      {needsPassword(before, scopes) && (
        <OwnPasswordInput
          description={t(
            'A program that can change webhook endpoints decides where your data goes. Confirm that it’s you.',
          )}
          {...form.getInputProps('password')}
        />
      )}
    </Stack>
  )
}

/** An option for the scope that full access does not include. */
const FullAccessOption = ({ form }: { form: UseFormReturnType<ScopeFormValues> }) => (
  <Checkbox
    label={t('Also manage webhook endpoints')}
    description={t('Not part of full access: create and change endpoints, and resend deliveries.')}
    checked={form.getValues().scopes.includes(endpointsWrite)}
    onChange={({ currentTarget: { checked } }) =>
      form.setFieldValue('scopes', checked ? ['*', endpointsWrite] : ['*'])
    }
  />
)

function SingleScopes({ form }: { form: UseFormReturnType<ScopeFormValues> }) {
  return (
    <Checkbox.Group
      aria-label={t('Permissions')}
      {...form.getInputProps('scopes')}
      onChange={(scopes) => form.setFieldValue('scopes', scopes as GrantedScope[])}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {scopeGroups.map(([group, options]) => (
          <Stack key={group} gap={6}>
            <Text size="xs" fw={600} c="dimmed">
              {group}
            </Text>
            {options.map(({ scope, label }) => (
              <Checkbox key={scope} value={scope} label={label} size="sm" />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

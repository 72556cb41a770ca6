import { Button, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Delivery, Endpoint } from '#web/admin-api.ts'
import { ApiError } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { t } from '#web/i18n/developers.ts'
import { type Resent, reportResent, resendAll } from './resend.tsx'
import { endpointOptionLabel, useEndpoints } from './use-endpoints.ts'

type Deliveries = readonly Pick<Delivery, 'id' | 'event_type' | 'endpoint_id' | 'is_test'>[]

interface ResendToProps {
  deliveries: Deliveries
  onDone: (startedIds: string[]) => void
}

/** A button that resends the events of deliveries to an endpoint of the user's choice. Test events have no such choice. */
export function ResendToButton(props: ResendToProps) {
  if (props.deliveries.every(({ is_test }) => is_test)) return null
  return (
    <Button variant="default" size="xs" onClick={() => openResendTo(props)}>
      {t('Resend to…')}
    </Button>
  )
}

function openResendTo({ deliveries, onDone }: ResendToProps): void {
  openForm({
    title: t('Resend to another endpoint'),
    initial: { endpoint_id: '' },
    onSubmit: async ({ endpoint_id }): Promise<Resent> => {
      if (endpoint_id === '') throw noEndpoint()
      const ids = deliveries.map(({ id }) => id)
      const resent = await resendAll(ids, endpoint_id)
      const [rejection] = resent.rejections
      if (resent.startedIds.length === 0 && rejection !== undefined) throw rejection
      return resent
    },
    onDone: (resent) => {
      reportResent(resent)
      onDone(resent.startedIds)
    },
    submitLabel:
      deliveries.length > 1 ? t('Resend {count}', { count: deliveries.length }) : t('Resend'),
    children: (form) => (
      <Stack>
        <Text size="sm">
          {t(
            'The event ID stays the same, so a receiver that drops duplicates recognises what it already has. The payload version, the secret and the filter are those of the other endpoint.',
          )}
        </Text>
        <TargetSelect
          deliveries={deliveries}
          value={form.getValues().endpoint_id}
          error={form.errors.endpoint_id}
          onChange={(id) => form.setFieldValue('endpoint_id', id)}
        />
      </Stack>
    ),
  })
}

const noEndpoint = () =>
  new ApiError(422, [
    {
      type: 'validation_error',
      code: 'required',
      param: 'endpoint_id',
      message: t('Choose an endpoint.'),
    },
  ])

interface TargetSelectProps {
  deliveries: Deliveries
  value: string
  error: ReactNode
  onChange: (id: string) => void
}

/** A field for one of the other endpoints. Those that cannot receive the events say why. A single choice is preset. */
function TargetSelect({ deliveries, value, error, onChange }: TargetSelectProps) {
  const endpoints = useEndpoints()
  const options = (endpoints ?? [])
    .filter(({ id }) => deliveries.some(({ endpoint_id }) => endpoint_id !== id))
    .map((endpoint) => toOption(endpoint, deliveries))
  const [only, ...others] = options.filter(({ disabled }) => !disabled)
  const preset = only !== undefined && others.length === 0 ? only.value : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: presets once
  useEffect(() => {
    if (preset !== undefined && value === '') onChange(preset)
  }, [preset])
  return (
    <Select
      label={t('Endpoint')}
      description={
        endpoints !== undefined && only === undefined
          ? t('No other endpoint can receive this. Add one, or enable one, under Webhooks.')
          : undefined
      }
      data={options}
      value={value === '' ? null : value}
      error={error}
      onChange={(id) => onChange(id ?? '')}
      allowDeselect={false}
      data-autofocus
    />
  )
}

function toOption(endpoint: Endpoint, deliveries: Deliveries) {
  const name = endpointOptionLabel(endpoint)
  const canReceive = deliveries.some(({ event_type }) => receives(endpoint, event_type))
  const label = !endpoint.enabled
    ? t('{name}: disabled', { name })
    : canReceive
      ? name
      : t('{name}: not subscribed', { name })
  return { value: endpoint.id, label, disabled: !endpoint.enabled || !canReceive }
}

const receives = ({ events, receives_attention }: Endpoint, type: Delivery['event_type']) =>
  type.startsWith('attention.') ? receives_attention : events.some((each) => each === type)

import { Select, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { SegmentedField } from '#web/components/forms/segmented-field.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/developers.ts'
import { useRead } from '#web/use-read.ts'
import {
  EndpointFields,
  type EndpointFormValues,
  toEndpointBody,
  toPublishingBody,
} from './endpoint-fields.tsx'
import { eventOptions } from './labels.ts'

const initialValues: EndpointFormValues = {
  url: '',
  description: '',
  events: eventOptions.map(({ value }) => value),
  receives_attention: false,
  payload_version: '2026-05',
  standard_webhooks: false,
  ed25519: false,
  headers: [],
  max_per_second: '',
  filter: '',
  ordered: false,
}

function toNewEndpoint(values: EndpointFormValues) {
  const { max_per_second, filter, ...rest } = toEndpointBody(values)
  return {
    ...rest,
    ...(max_per_second !== null && { max_per_second }),
    ...(filter !== null && { filter }),
  }
}

export function NewEndpointPage() {
  const [target, setTarget] = useState('url')
  return (
    <Page title={t('Add endpoint')} about={t('Only events from now on are sent.')}>
      <Panel title={t('Endpoint details')}>
        <Stack gap="lg">
          <SegmentedField
            label={t('Send events to')}
            data={[
              { value: 'url', label: t('A URL') },
              { value: 'broker', label: t('A message broker') },
            ]}
            value={target}
            onChange={setTarget}
          />
          {target === 'url' ? <UrlForm /> : <BrokerForm />}
        </Stack>
      </Panel>
    </Page>
  )
}

function useEndpointNavigation() {
  const navigate = useNavigate()
  return (id = '') => void navigate({ href: `/developers/webhooks/${id}`.replace(/\/$/, '') })
}

function UrlForm() {
  const open = useEndpointNavigation()
  return (
    <Form
      initial={initialValues}
      onSubmit={(values) => api.post('/endpoints', toNewEndpoint(values))}
      onDone={({ id, secret }) => showEndpointSecret(secret, () => open(id))}
      submitLabel={t('Add endpoint')}
      onCancel={() => open()}
    >
      {(form) => <EndpointFields form={form} />}
    </Form>
  )
}

function BrokerForm() {
  const open = useEndpointNavigation()
  const { data, error, refetch } = useRead('/endpoints/destinations')
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton rows={3} />
  if (data.data.length === 0)
    return (
      <Text>
        <Trans
          text="There is no connection to a message broker yet. An admin adds one in {link}."
          link={<InlineLink to="/settings/connections">{t('Settings, Connections')}</InlineLink>}
        />
      </Text>
    )
  const [first] = data.data
  return (
    <Form
      initial={{ ...initialValues, connection_id: first?.id ?? '' }}
      onSubmit={({ connection_id, ...values }) =>
        api.post('/endpoints/destinations', { connection_id, ...toPublishingBody(values) })
      }
      onDone={({ id }) => open(id)}
      submitLabel={t('Add endpoint')}
      onCancel={() => open()}
    >
      {(form) => (
        <Stack gap="lg">
          <Select
            label={t('Connection')}
            description={t('Each event becomes a message of this broker, as a CloudEvent.')}
            data={data.data.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('connection_id')}
          />
          <EndpointFields
            form={form as unknown as UseFormReturnType<EndpointFormValues>}
            isPublishing
          />
        </Stack>
      )}
    </Form>
  )
}

export const showEndpointSecret = (secret: string, onClose: () => void): void =>
  showSecret({
    title: t('Signing secret'),
    secrets: [
      [t('Signing secret'), secret],
      [t('Line for .env'), `BESTOW_WEBHOOK_SECRET=${secret}`],
    ],
    children: (
      <Text size="sm">
        {t(
          'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.',
        )}
      </Text>
    ),
    onClose,
  })

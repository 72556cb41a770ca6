import { Alert, Checkbox, NumberInput, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Trans, t } from '#web/i18n/developers.ts'
import { useRead } from '#web/use-read.ts'
import { FilterFields, toFilter } from './endpoint-filter.tsx'
import { HeadersField, type HeaderValue } from './endpoint-headers-field.tsx'
import { describeEvent, eventLabel } from './labels.ts'

export interface EndpointFormValues extends Record<string, unknown> {
  url: string
  description: string
  events: string[]
  receives_attention: boolean
  payload_version: string
  standard_webhooks: boolean
  ed25519: boolean
  headers: HeaderValue[]
  max_per_second: number | ''
  filter: string
  ordered: boolean
}

/**
 * Builds the body of a request from the values of the form. If a stored header has an empty value, the stored
 * value stays.
 */
export const toEndpointBody = ({
  headers,
  max_per_second,
  filter,
  ...rest
}: EndpointFormValues) => ({
  ...rest,
  headers: headers.map(({ name, value, isStored }) =>
    isStored && value === '' ? { name } : { name, value },
  ),
  max_per_second: max_per_second === '' ? null : max_per_second,
  filter: toFilter(filter),
})

/** Builds the body for an endpoint that publishes over a connection, which has no settings of requests. */
export const toPublishingBody = ({
  description,
  events,
  receives_attention,
  payload_version,
  max_per_second,
  filter,
  ordered,
}: EndpointFormValues) => ({
  ...{ description, events, receives_attention, payload_version, ordered },
  max_per_second: max_per_second === '' ? null : max_per_second,
  filter: toFilter(filter),
})

export const useEventCatalogue = () =>
  useRead('/event-catalogue', undefined, { staleTime: 300_000 })

interface FieldsProps {
  form: UseFormReturnType<EndpointFormValues>
  /** Whether the endpoint publishes over a connection. Such an endpoint sends no requests. */
  isPublishing?: boolean
  /** Undefined for a new endpoint. */
  endpointId?: string
}

/** The fields of an endpoint. The forms that create and edit an endpoint use them. */
export function EndpointFields({ form, isPublishing = false, endpointId }: FieldsProps) {
  return (
    <Stack gap="lg">
      {!isPublishing && <UrlField form={form} />}
      <TextInput
        label={t('Description (optional)')}
        description={t('For your team, for example “Orders in the ERP”.')}
        maxLength={255}
        {...form.getInputProps('description')}
      />
      <EventsField form={form} />
      <Switch
        label={t('Also send attention events')}
        description={t(
          'Separate events such as attention.backordered and attention.cleared. Your receiver must handle them.',
        )}
        {...form.getInputProps('receives_attention', { type: 'checkbox' })}
      />
      <PayloadVersionField form={form} />
      {!isPublishing && <RequestFields form={form} />}
      <NumberInput
        label={t('Requests per second (optional)')}
        description={t('The most that this endpoint receives, retries included. From 1 to 1,000.')}
        min={1}
        max={1000}
        allowDecimal={false}
        clampBehavior="none"
        maw={260}
        {...form.getInputProps('max_per_second')}
      />
      <FilterFields form={form} endpointId={endpointId} />
    </Stack>
  )
}

function RequestFields({ form }: FieldsProps) {
  return (
    <>
      <Switch
        label={t('Also send Standard Webhooks headers')}
        description={t(
          'For receivers that verify with a Standard Webhooks library. The default headers are still sent.',
        )}
        {...form.getInputProps('standard_webhooks', { type: 'checkbox' })}
      />
      <Switch
        label={t('Also sign with Ed25519')}
        description={t(
          'For receivers that verify with a public key, so that a leak at the receiver cannot be used to forge events. Includes the Standard Webhooks headers.',
        )}
        {...form.getInputProps('ed25519', { type: 'checkbox' })}
      />
      <HeadersField form={form} />
    </>
  )
}

/**
 * A field for a URL. It validates the URL when it loses the focus, with the rules of the final validation.
 */
function UrlField({ form }: { form: UseFormReturnType<EndpointFormValues> }) {
  const [hints, setHints] = useState<string[]>([])
  const field = form.getInputProps('url')
  const check = async () => {
    const { url } = form.getValues()
    if (url === '') return setHints([])
    const { errors, hints: newHints } = await api.post('/endpoints/check', { url })
    const [problem] = errors
    if (problem === undefined) form.clearFieldError('url')
    else form.setFieldError('url', t('This {fragment}.', { fragment: problem.message }))
    setHints(newHints)
  }
  return (
    <div>
      <TextInput
        label={t('URL')}
        description={t('Receives POST requests. Redirects are not followed.')}
        placeholder="https://example.com/webhooks/bestow"
        type="url"
        autoComplete="off"
        {...field}
        onBlur={() => void check().catch(() => setHints([]))}
      />
      {hints.map((hint) => (
        <Text key={hint} size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      ))}
    </div>
  )
}

function EventsField({ form }: { form: UseFormReturnType<EndpointFormValues> }) {
  const { data } = useEventCatalogue()
  return (
    <Checkbox.Group
      label={t('Events')}
      description={
        <Trans
          text="Each event is about one gift. <a>Examples</a>"
          a={(content) => (
            <PageLink size="xs" underline="always" to="/developers/events" target="_blank">
              {content}
            </PageLink>
          )}
        />
      }
      {...form.getInputProps('events')}
    >
      <Stack gap="xs" mt="xs">
        {(data?.data ?? []).map((each) => (
          <Checkbox
            key={each.id}
            value={each.id}
            label={eventLabel(each.id)}
            description={describeEvent(each)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function PayloadVersionField({ form }: { form: UseFormReturnType<EndpointFormValues> }) {
  return (
    <div>
      <Radio.Group label={t('Payload version')} {...form.getInputProps('payload_version')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="2026-05"
            label={t('{version} (latest)', { version: '2026-05' })}
            description={t(
              'Flat JSON, as in API responses: {example}. Media type application/json.',
              { example: '{ id, reference, status, recipient, … }' },
            )}
          />
          <Radio
            value="2025-10"
            label={t('{version} (previous)', { version: '2025-10' })}
            description={t(
              'A JSON:API document: {example}. Media type application/vnd.api+json, which some frameworks do not parse by default. The status is called state; there are no line items and no metadata.',
              {
                example: '{ data: { id, attributes: { state, … }, relationships }, included }',
              },
            )}
          />
        </Stack>
      </Radio.Group>
      {form.getValues().payload_version === '2025-10' && (
        <Alert color="yellow" variant="light" mt="xs" p="xs">
          {t('For existing integrations. Use 2026-05 for new ones.')}
        </Alert>
      )}
    </div>
  )
}

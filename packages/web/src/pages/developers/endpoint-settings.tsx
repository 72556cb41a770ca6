import { Button, Select, Stack, Text } from '@mantine/core'
import type { Endpoint } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { DetailLayout, Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/developers.ts'
import { useEditable } from '#web/use-editable.ts'
import { confirmDisable, type EndpointProps } from './endpoint-actions.tsx'
import { CertificatesPanel } from './endpoint-certificates.tsx'
import {
  EndpointFields,
  type EndpointFormValues,
  toEndpointBody,
  toPublishingBody,
} from './endpoint-fields.tsx'
import { KeyPanel } from './endpoint-key.tsx'
import { showEndpointSecret } from './new-endpoint-page.tsx'
import { overlapOptions } from './overlap-options.ts'
import { useIsEnterprise } from './use-is-enterprise.ts'

const toFormValues = ({
  url,
  description,
  events,
  receives_attention,
  payload_version,
  standard_webhooks,
  public_key,
  header_names,
  max_per_second,
  filter,
  ordered,
}: Endpoint): EndpointFormValues => ({
  url,
  description,
  events,
  receives_attention,
  payload_version,
  standard_webhooks,
  ed25519: public_key !== null,
  headers: header_names.map((name) => ({ name, value: '', isStored: true })),
  max_per_second: max_per_second ?? '',
  filter: filter ?? '',
  ordered,
})

export function EndpointSettings({ endpoint }: EndpointProps) {
  const isEnterprise = useIsEnterprise()
  const path = `/endpoints/${endpoint.id}` as const
  const editable = useEditable(path)
  const isPublishing = endpoint.connection !== null
  const reload = () => void editable.refetch()
  if (!isEnterprise)
    return (
      <Text>
        {t(
          'The account is no longer on the Enterprise tier. Endpoints can’t be changed, and no webhooks are sent.',
        )}
      </Text>
    )
  const patch = (values: EndpointFormValues, etag: string | undefined) =>
    api.patch(path, isPublishing ? toPublishingBody(values) : toEndpointBody(values), etag)
  if (editable.error !== null)
    return <ErrorState error={editable.error} retry={() => void editable.refetch()} />
  if (editable.data === undefined) return <RowsSkeleton rows={3} />
  const { value, etag } = editable.data
  return (
    <DetailLayout
      main={
        <>
          <Panel
            title={t('Settings')}
            about={t('Changes apply to the next attempt. Recorded bodies stay as they are.')}
          >
            <Form
              key={etag}
              initial={toFormValues(value)}
              onSubmit={(values) => patch(values, etag)}
              conflict={{
                id: endpoint.id,
                fetchLatest: async () => toFormValues(await api.get(`/endpoints/${endpoint.id}`)),
                reload,
                overwrite: (values) => patch(values, undefined),
              }}
              onDone={() => {
                toast(t('Saved.'))
                reload()
              }}
              submitLabel={t('Save changes')}
            >
              {(form) => (
                <EndpointFields form={form} isPublishing={isPublishing} endpointId={endpoint.id} />
              )}
            </Form>
          </Panel>
          {!isPublishing && <CertificatesPanel endpoint={value} reload={reload} />}
        </>
      }
      aside={
        <>
          {endpoint.connection === null ? (
            <SecretPanel endpoint={endpoint} reload={reload} />
          ) : (
            <Panel
              title={t('Connection')}
              about={t(
                'An admin changes the server, the credentials and the target in Settings, Connections.',
              )}
            >
              {endpoint.connection.name}
            </Panel>
          )}
          {endpoint.public_key !== null && (
            <KeyPanel endpoint={endpoint} public_key={endpoint.public_key} reload={reload} />
          )}
          {endpoint.enabled && (
            <Panel
              title={t('Disable')}
              about={t('No events are recorded for a disabled endpoint.')}
            >
              <Button variant="default" onClick={() => confirmDisable(endpoint)}>
                {t('Disable…')}
              </Button>
            </Panel>
          )}
        </>
      }
    />
  )
}

function SecretPanel({ endpoint, reload }: EndpointProps & { reload: () => void }) {
  const until = endpoint.previous_secret_until
  const hasTwoSecrets = until !== null && new Date(until) > new Date()
  return (
    <Panel
      title={t('Signing secret')}
      about={t(
        'The next attempt is signed with the new secret. During the overlap, a second header has the old secret’s signature. A receiver that accepts either secret, or reads both headers, misses nothing; any other receiver rejects deliveries until you change its secret.',
      )}
    >
      <Stack>
        {hasTwoSecrets && (
          <Text size="sm">
            <Trans
              text="Two signatures are sent. The old secret expires {time}. Rotating the secret again drops the older one."
              time={<RelativeTime at={until} />}
            />
          </Text>
        )}
        <Form
          initial={{ overlap_seconds: '86400' }}
          onSubmit={({ overlap_seconds }) =>
            api.post(`/endpoints/${endpoint.id}/rotate_secret`, {
              overlap_seconds: Number(overlap_seconds),
            })
          }
          onDone={({ secret }) => showEndpointSecret(secret, reload)}
          submitLabel={t('Rotate secret')}
        >
          {(form) => (
            <Select
              label={t('Overlap with the old secret')}
              data={overlapOptions}
              allowDeselect={false}
              {...form.getInputProps('overlap_seconds')}
            />
          )}
        </Form>
      </Stack>
    </Panel>
  )
}

import { Trans, t } from '#web/i18n/developers.ts'
import './developers.css'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventName, SignedRequest } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { CopyCurl } from './copy-curl.tsx'
import type { EndpointProps } from './endpoint-actions.tsx'
import { isHttp } from './format.ts'
import { eventOptions } from './labels.ts'
import { RequestContent } from './request-content.tsx'
import { findTimestampHeader, SignatureCheck } from './signature-check.tsx'
import { TestResult } from './test-result.tsx'

const payloadVersions = ['2026-05', '2025-10']

/** A tab that sends test events to an endpoint, shows their request, and checks signatures. */
export function TestingTab({ endpoint }: EndpointProps) {
  const [type, setType] = useState<EventName>('gift_request_created')
  const [version, setVersion] = useState(endpoint.payload_version)
  const { data, error, refetch } = useQuery({
    queryKey: ['test-request', endpoint.id, endpoint.updated_at, type, version],
    queryFn: () => api.get(`/endpoints/${endpoint.id}/test`, { type, payload_version: version }),
    staleTime: 'static',
  })
  return (
    <Stack gap="lg">
      <Panel
        title={t('Test event')}
        about={t('Sample data of a gift that does not exist. One attempt, without retries.')}
      >
        <Group align="flex-end" mb="md">
          <Select
            label={t('Event')}
            data={eventOptions}
            value={type}
            allowDeselect={false}
            onChange={(value) => setType(value as EventName)}
          />
          <Select
            label={t('Payload version')}
            data={payloadVersions}
            value={version}
            allowDeselect={false}
            onChange={(value) => setVersion(value ?? endpoint.payload_version)}
          />
        </Group>
        <TestSender endpoint={endpoint} type={type} version={version} />
      </Panel>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && (
        <>
          <PreviewPanel request={data} />
          {endpoint.connection === null && (
            <SignatureCheck key={data.at} endpointId={endpoint.id} request={data} />
          )}
        </>
      )}
    </Stack>
  )
}

function TestSender({
  endpoint,
  type,
  version,
}: EndpointProps & { type: EventName; version: string }) {
  const [deliveryId, setDeliveryId] = useState<string>()
  const send = useAction(
    () => api.post(`/endpoints/${endpoint.id}/test`, { type, payload_version: version }),
    ({ id }) => setDeliveryId(id),
  )
  return (
    <>
      <Group gap="sm">
        <Button
          leftSection={<IconSend size={16} />}
          disabled={!endpoint.enabled}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('Send test')}
        </Button>
        {!endpoint.enabled && (
          <Text size="sm" c="dimmed">
            {t('Enable the endpoint to send it a test.')}
          </Text>
        )}
      </Group>
      {deliveryId !== undefined && <TestResult id={deliveryId} />}
    </>
  )
}

const PreviewPanel = ({ request }: { request: SignedRequest }) => (
  <Panel
    title={t('Request')}
    about={t('As it is sent, except for the event ID, the timestamp and the signature.')}
    action={<CopyCurl request={request} />}
  >
    <Stack>
      <RequestContent request={request} />
      {isHttp(request.url) && <SignatureExplanation request={request} />}
    </Stack>
  </Panel>
)

const SignatureExplanation = ({ request }: { request: SignedRequest }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {t('How the signature is computed')}
    </Text>
    <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
      {`hex(hmac_sha256(secret, "${findTimestampHeader(request)[1]}." + body))`}
    </Text>
    <Text size="sm" c="dimmed" mt={4}>
      <Trans
        text="The key is the whole secret as text, with its prefix. The body is the bytes as received, before any parser. {link} has code to copy."
        link={<InlineLink to="/developers/webhooks/help">{t('Receiving webhooks')}</InlineLink>}
      />
    </Text>
  </div>
)

import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EndpointDetail, RetryProgress } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { reportFinished } from '#web/components/feedback/report-finished.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { withinRateLimit } from '#web/components/feedback/with-retries.ts'
import { endpointName } from '#web/components/formats/endpoint-name.tsx'
import { t } from '#web/i18n/developers.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { useRead } from '#web/use-read.ts'
import type { EndpointProps } from './endpoint-actions.tsx'
import { useIsEnterprise } from './use-is-enterprise.ts'

const hourMs = 3_600_000
const timeRanges = [
  { value: String(hourMs), label: t('the last hour') },
  { value: String(6 * hourMs), label: t('the last 6 hours') },
  { value: String(24 * hourMs), label: t('the last day') },
  { value: String(3 * 24 * hourMs), label: t('the last 3 days') },
  { value: String(7 * 24 * hourMs), label: t('the last 7 days') },
  { value: String(30 * 24 * hourMs), label: t('the last 30 days') },
]

/**
 * A panel for the time after a receiver was fixed. It retries waiting deliveries and resends failed events.
 * Before that, it shows how many there are.
 */
export function RecoverDeliveries(props: EndpointProps) {
  const isEnterprise = useIsEnterprise()
  const { enabled, health } = props.endpoint
  if (!isEnterprise) return null
  return (
    <Group justify="flex-end" mb="sm">
      {enabled && health.retrying > 0 && <RetryWaitingButton {...props} />}
      <Button variant="default" size="xs" onClick={() => resendFailed(props)}>
        {t('Resend failed events…')}
      </Button>
    </Group>
  )
}

const resendFailed = (props: EndpointProps) =>
  openDialog({ title: t('Resend failed events') }, (close) => (
    <ResendFailedForm {...props} close={close} />
  ))

function RetryWaitingButton({ endpoint }: EndpointProps) {
  const n = endpoint.health.retrying
  return (
    <Button size="xs" onClick={() => confirmRetry(endpoint)}>
      {n === 1
        ? t('Retry the delivery waiting now')
        : t('Retry all {count} waiting now', { count: n })}
    </Button>
  )
}

const confirmRetry = ({ id, health: { retrying } }: EndpointDetail) =>
  confirm({
    title: t('Retry all waiting deliveries now'),
    children: t(
      '{count} deliveries wait for the next attempt. These attempts start now, oldest first, at 50 per second, so that your receiver is not overloaded. The number of attempts stays the same.',
      { count: retrying },
    ),
    confirmLabel: t('Retry now'),
    cancelLabel: t('Cancel'),
    isSafe: true,
    onConfirm: () =>
      reloadAfterSeries(async () => {
        let step: RetryProgress = { rescheduled: 0, remaining: retrying, after: 0, seconds: 0 }
        do {
          const { after } = step
          step = await api.post(`/endpoints/${id}/retry-waiting`, { after })
        } while (step.rescheduled > 0 && step.remaining > 0)
        toast(describeRetry(step))
      }),
  })

const describeRetry = ({ after, seconds }: RetryProgress): string =>
  after === 0
    ? t('Nothing waits for longer than a few seconds.')
    : seconds < 2
      ? t('{count} deliveries are retried now.', { count: after })
      : t('{count} deliveries are retried within {time}.', {
          count: after,
          time: formatSeconds(seconds),
        })

const formatSeconds = (seconds: number): string =>
  seconds < 120
    ? t('{count} seconds', { count: seconds })
    : t('{count} minutes', { count: Math.ceil(seconds / 60) })

function ResendFailedForm({ endpoint, close }: EndpointProps & { close: () => void }) {
  const [rangeMs, setRangeMs] = useState(String(24 * hourMs))
  const [openedAtMs] = useState(Date.now)
  const since = new Date(openedAtMs - Number(rangeMs)).toISOString()
  const path = `/endpoints/${endpoint.id}` as const
  const recoverable = useRead(`${path}/recoverable`, { since })
  const run = useAction(
    () =>
      reloadAfterSeries(async () => {
        let resent = 0
        for (;;) {
          const step = await withinRateLimit(() => api.post(`${path}/recover`, { since }))
          resent += step.resent
          if (step.resent === 0 || step.remaining === 0) return resent
        }
      }),
    (resent) => {
      toast(t('{count} events are being resent.', { count: resent }))
      reportFinished(
        t('{count} events resent to {endpoint}', {
          count: resent,
          endpoint: endpointName(endpoint),
        }),
        `/developers/webhooks/${endpoint.id}`,
      )
      close()
    },
  )
  const n = recoverable.data?.count
  const { retrying } = endpoint.health
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Each event that failed all five attempts is resent once, with the same event ID and body, and five new attempts. Test events and events already resent are skipped.',
        )}
      </Text>
      <Select
        label={t('Period')}
        data={timeRanges}
        value={rangeMs}
        onChange={(value) => setRangeMs(value ?? rangeMs)}
        allowDeselect={false}
      />
      <Text size="sm" fw={600} aria-live="polite">
        {n === undefined
          ? t('Counting…')
          : n === 0
            ? t('No event failed all its attempts in this time.')
            : n >= 10_000
              ? t('At least {count} events will be resent.', { count: n })
              : t('{count} events will be resent.', { count: n })}
      </Text>
      {retrying > 0 && (
        <Text size="sm">
          {t(
            '{count} deliveries have attempts left and wait for a retry. To send them earlier, use “Retry … waiting now”.',
            { count: retrying },
          )}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={n === undefined || n === 0 || !endpoint.enabled}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {n === undefined || n === 0 ? t('Resend') : t('Resend {count}', { count: n })}
        </Button>
      </Group>
      {!endpoint.enabled && (
        <Text size="xs" c="dimmed">
          {t('Enable the endpoint first.')}
        </Text>
      )}
    </Stack>
  )
}

import { Alert, Anchor, Button, Group, Stack, Switch, Table, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { DryRun } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { GuideLink } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/developers.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { formatMs } from './format.ts'
import { eventLabel } from './labels.ts'

/** Returns the filter of a form for a request. Without one, the endpoint receives every event. */
export const toFilter = (filter: string): string | null => (filter.trim() === '' ? null : filter)

/** The part of a form of endpoints that these fields need. */
interface FilterForm {
  getValues(): { filter: string; events: string[]; payload_version: string }
  getInputProps(path: 'filter' | 'ordered', options?: { type: 'checkbox' }): object
}

interface FilterFieldsProps {
  form: FilterForm
  /** Undefined for a new endpoint, which has no attempts that show what the order would change. */
  endpointId: string | undefined
}

/** The fields for the filter and the order of events, with a dry run over the last events of the account. */
export function FilterFields({ form, endpointId }: FilterFieldsProps) {
  const dryRun = useMutation({
    mutationFn: () => {
      const { filter, events, payload_version } = form.getValues()
      return api.post('/endpoints/dry-run', {
        filter: toFilter(filter),
        events,
        payload_version,
        ...(endpointId !== undefined && { endpoint_id: endpointId }),
      })
    },
  })
  return (
    <>
      <Textarea
        label={t('Filter (optional)')}
        description={
          <Trans
            text="A condition in CEL, such as {example}. Events that do not match it are not sent."
            example={<span className="mono">{exampleFilter}</span>}
          />
        }
        maxLength={1_000}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        autoCapitalize="off"
        classNames={{ input: 'mono' }}
        {...form.getInputProps('filter')}
      />
      <Switch
        label={t('Send the events of a gift in order')}
        description={t(
          'An event waits until the earlier events of its gift have arrived, or have failed for the last time.',
        )}
        {...form.getInputProps('ordered', { type: 'checkbox' })}
      />
      <Stack gap="xs">
        <Group>
          <Button
            variant="default"
            disabled={form.getValues().events.length === 0}
            loading={dryRun.isPending}
            onClick={() => dryRun.mutate()}
          >
            {t('Try with the last events')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('Nothing is sent or saved.')}
          </Text>
          <GuideLink guide="filters" />
        </Group>
        {dryRun.error !== null && <ErrorState error={dryRun.error} />}
        {dryRun.data !== undefined && <DryRunResult {...dryRun.data} />}
      </Stack>
    </>
  )
}

function DryRunResult({ examined, oldest_at, examples, order, ...counts }: DryRun) {
  if (examined === 0 || oldest_at === null)
    return (
      <Alert variant="light" color="gray" role="status">
        {t('The account has no events of these types yet.')}
      </Alert>
    )
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        <Trans
          text="Examined events: {events}, since {time}."
          events={formatNumber(examined)}
          time={<RelativeTime at={oldest_at} />}
        />
      </Text>
      <Group gap="xs">
        <StatusBadge tone="good">
          {t('Sent: {number}', { number: formatNumber(counts.matching) })}
        </StatusBadge>
        <StatusBadge tone="end">
          {t('Left out: {number}', { number: formatNumber(counts.left_out) })}
        </StatusBadge>
        {counts.failed > 0 && (
          <StatusBadge tone="bad">
            {t('Sent, because the filter fails: {number}', {
              number: formatNumber(counts.failed),
            })}
          </StatusBadge>
        )}
        {counts.without_body > 0 && (
          <StatusBadge tone="end">
            {t('Without a body of this version: {number}', {
              number: formatNumber(counts.without_body),
            })}
          </StatusBadge>
        )}
      </Group>
      {order !== null && <OrderText {...order} />}
      <Examples examples={examples} />
    </Stack>
  )
}

const OrderText = ({ overtaken, waiting, longest_wait_ms }: NonNullable<DryRun['order']>) => (
  <Text size="sm">
    {waiting === 0
      ? t('Each of them was sent after the earlier events of its gift had arrived.')
      : t(
          'Events that arrived after a later one of their gift: {overtaken}. Events that would have waited in order: {waiting}, at most {duration}.',
          { overtaken, waiting, duration: formatWait(longest_wait_ms) },
        )}
  </Text>
)

const exampleFilter = 'body.campaign.name == "Welcome kit"'

const formatWait = (ms: number): string =>
  ms < 120_000 ? formatMs(ms) : t('{count} minutes', { count: Math.round(ms / 60_000) })

const resultLabels = () => ({
  matches: t('Sent'),
  left_out: t('Left out'),
  failed: t('Sent, filter fails'),
})

const Examples = ({ examples }: Pick<DryRun, 'examples'>) => (
  <Table.ScrollContainer minWidth={320}>
    <Table fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Event')}</Table.Th>
          <Table.Th>{t('Time')}</Table.Th>
          <Table.Th>{t('Result')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {examples.map(({ event_id, event_type, gift_request_id, created_at, result, reason }) => (
          <Table.Tr key={event_id}>
            <Table.Td>
              <Anchor size="sm" href={`/gift-requests/${gift_request_id}`}>
                {eventLabel(event_type)}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <RelativeTime at={created_at} />
            </Table.Td>
            <Table.Td>
              {resultLabels()[result]}
              {reason !== null && (
                <Text size="xs" c="dimmed" className="mono">
                  {reason}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

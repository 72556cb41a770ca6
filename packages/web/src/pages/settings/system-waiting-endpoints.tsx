import { Stack, Text } from '@mantine/core'
import type { WaitingEndpoint } from '#web/admin-api.ts'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { formatSeconds } from './system-health.tsx'

const causes: Readonly<Record<WaitingEndpoint['cause'], string>> = {
  unanswered: t('does not answer'),
  failing: t('answers with errors'),
  slow: t('answers slowly'),
  limited: t('has a limit per second'),
}

/**
 * A list of the endpoints that make their own deliveries wait. The accounts of these endpoints can correct
 * the problem. An additional worker does not help.
 */
export const SystemWaitingEndpoints = ({ rows }: { rows: readonly WaitingEndpoint[] }) => (
  <Stack gap="xs" mt="md">
    <Text size="sm">
      {t(
        'Deliveries that wait for their endpoint. Other endpoints are not delayed; ask the account to correct its endpoint.',
      )}
    </Text>
    <DetailTable
      label={t('Endpoints with waiting deliveries')}
      rows={rows}
      rowKey={({ endpoint_id }) => endpoint_id}
      columns={[
        { header: t('Endpoint'), cell: ({ name }) => name },
        { header: t('Account'), cell: ({ account_name }) => account_name },
        { header: t('Cause|wait'), cell: ({ cause }) => causes[cause] },
        {
          header: t('First attempts'),
          cell: ({ waiting }) => formatNumber(waiting),
          isNumeric: true,
        },
        {
          header: t('Oldest waits for'),
          cell: ({ oldest_seconds }) => formatSeconds(oldest_seconds),
          isNumeric: true,
        },
      ]}
    />
  </Stack>
)

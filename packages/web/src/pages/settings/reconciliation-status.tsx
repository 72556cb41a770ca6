import { Button, Group, Stack, Text } from '@mantine/core'
import type { Connection, ReconciliationState } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/settings.ts'

type Difference = ReconciliationState['differences'][number]
type Money = NonNullable<ReconciliationState['balance']>

interface ReconciliationProps {
  connection: Connection
  reconciliation: ReconciliationState
}

/** Shows what a supplier of codes has left, what was bought of it, and how its orders differ from the purchases. */
export function ReconciliationStatus({ connection, reconciliation }: ReconciliationProps) {
  const { balance, spent, is_low, problem, difference_count, is_running } = reconciliation
  return (
    <Stack gap={4} mt={4}>
      <ComparedText reconciliation={reconciliation} />
      {problem !== null && !is_running && (
        <Text size="xs" c="dimmed" maw={420} style={{ overflowWrap: 'anywhere' }}>
          {t('The last comparison is not complete: {problem}', { problem })}
        </Text>
      )}
      <Group gap="xs">
        {balance !== null && (
          <Text size="xs" c="dimmed">
            {t('Balance: {amount}', { amount: format(balance) })}
          </Text>
        )}
        {is_low && <StatusBadge tone="bad">{t('Low balance')}</StatusBadge>}
      </Group>
      {spent.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('Bought in 30 days: {amounts}', { amounts: spent.map(format).join(', ') })}
        </Text>
      )}
      {difference_count > 0 && (
        <Group gap="xs">
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            onClick={() => showDifferences(connection, reconciliation)}
          >
            {t('Differences: {number}', { number: difference_count })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const format = ({ amount_minor, currency }: Money): string => formatAmount(amount_minor, currency)

const ComparedText = ({
  reconciliation: { is_running, compared },
}: Pick<ReconciliationProps, 'reconciliation'>) => (
  <Text size="xs" c="dimmed" aria-live="polite">
    {is_running ? (
      t('Comparing orders…')
    ) : compared === null ? (
      t('No orders compared yet')
    ) : (
      <Trans text="Orders compared {time}" time={<RelativeTime at={compared.until} />} />
    )}
  </Text>
)

const kindTexts: Readonly<Record<Difference['kind'], string>> = {
  paid_there_only: t('Paid at the supplier, and not bought here'),
  paid_here_only: t('Bought here, and not paid at the supplier'),
  other_amount: t('Another amount'),
  other_currency: t('Another currency'),
  paid_twice: t('Paid twice for one purchase'),
}

function showDifferences(connection: Connection, reconciliation: ReconciliationState): void {
  const { name } = connection
  openDialog({ title: t('Differences of {name}', { name }) }, (close) => (
    <Differences connection={connection} reconciliation={reconciliation} close={close} />
  ))
}

function Differences({
  connection,
  reconciliation,
  close,
}: ReconciliationProps & { close: () => void }) {
  const { differences, difference_count } = reconciliation
  const accept = useAction(async () => {
    const chosen = differences.map(({ kind, order_ref }) => ({ kind, order_ref }))
    await api.post(`/connections/${connection.id}/accept-differences`, { differences: chosen })
    toast(t('Differences accepted: {number}', { number: chosen.length }))
    close()
  })
  return (
    <Stack>
      <Text size="sm">
        {t(
          'A difference disappears when a later comparison no longer finds it. Accept what is explained, for example an order that the supplier has paid back in another way.',
        )}
      </Text>
      {difference_count > differences.length && (
        <Text size="sm">
          {t('The newest {shown} of {total} are shown.', {
            shown: differences.length,
            total: difference_count,
          })}
        </Text>
      )}
      <DifferenceList differences={differences} />
      <Group justify="flex-end">
        <Button variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('Accept these differences')}
        </Button>
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}

const DifferenceList = ({ differences }: { differences: readonly Difference[] }) => (
  <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
    {differences.map(({ kind, order_ref, here, there, ordered_at }) => (
      <li key={`${kind} ${order_ref}`}>
        <Text size="sm" fw={600}>
          {kindTexts[kind]}
        </Text>
        <Text size="sm">
          {t('Here: {here}, at the supplier: {there}', {
            here: here === null ? '–' : format(here),
            there: there === null ? '–' : format(there),
          })}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {order_ref} · <RelativeTime at={ordered_at} />
        </Text>
      </li>
    ))}
  </Stack>
)

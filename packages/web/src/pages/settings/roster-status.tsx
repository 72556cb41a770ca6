import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { Connection, RosterState } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/settings.ts'

/** Returns whether a connection reads the products of a shop, not contacts. */
export const isShop = ({ port, roster }: Connection): boolean =>
  port === 'carrier' && roster !== null

interface RosterProps {
  connection: Connection
  roster: RosterState
}

/** Shows what the last run of a connection that reads contacts or products has changed, and what it has not. */
export function RosterStatus({ connection, roster }: RosterProps) {
  const { is_running, last_run_at, counts, problems, refused_removals } = roster
  return (
    <Stack gap={4} mt={4}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {is_running ? (
          isShop(connection) ? (
            t('Reading products…')
          ) : (
            t('Reading contacts…')
          )
        ) : last_run_at === null ? (
          isShop(connection) ? (
            t('No products read yet')
          ) : (
            t('No contacts read yet')
          )
        ) : isShop(connection) ? (
          <Trans text="Products read {time}" time={<RelativeTime at={last_run_at} />} />
        ) : (
          <Trans text="Contacts read {time}" time={<RelativeTime at={last_run_at} />} />
        )}
      </Text>
      {isShop(connection) && connection.checkout !== null && (
        <Text size="xs" c="dimmed">
          {t('Takes gifts from the checkout')}
        </Text>
      )}
      {counts !== null && (
        <Text size="xs" c="dimmed">
          {t('Added: {added}, changed: {changed}, removed: {removed}, skipped: {skipped}', counts)}
        </Text>
      )}
      <Group gap="xs">
        {problems.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => showProblems(connection, problems)}
          >
            {isShop(connection) ? t('Show problems') : t('Show skipped people')}
          </Button>
        )}
        {refused_removals > 0 && !is_running && (
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            onClick={() => confirmRemovals(connection, refused_removals)}
          >
            {isShop(connection)
              ? t('Archive {count} products…', { count: refused_removals })
              : t('Remove {count} people…', { count: refused_removals })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function showProblems(connection: Connection, problems: RosterState['problems']): void {
  const { name } = connection
  const title = isShop(connection)
    ? t('Problems of {name}', { name })
    : t('Skipped people of {name}', { name })
  openDialog({ title }, (close) => (
    <Stack>
      <Text size="sm">
        {isShop(connection)
          ? t('Each run tries again. At most 50 are shown.')
          : t('They became no contacts. Each run tries again. At most 50 are shown.')}
      </Text>
      <Table.ScrollContainer minWidth={280}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{isShop(connection) ? t('Product or order') : t('Person')}</Table.Th>
              <Table.Th>{t('Reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map(({ key, name: person, problem }) => (
              <Table.Tr key={key}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {person || key.split('/').at(-1)}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{problem}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end">
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  ))
}

export const readNow = ({ id }: Connection): Promise<unknown> =>
  api.post(`/connections/${id}/run`, { accepts_removals: false })

function confirmRemovals(connection: Connection, count: number): void {
  const { id, name } = connection
  const onConfirm = () => api.post(`/connections/${id}/run`, { accepts_removals: true })
  if (isShop(connection))
    confirm({
      title: t('Archive {count} products?', { count }),
      children: t(
        '{name} no longer lists them. Campaigns no longer offer them. Gifts that are under way continue.',
        { name },
      ),
      confirmLabel: t('Archive'),
      onConfirm,
    })
  else
    confirm({
      title: t('Remove {count} people?', { count }),
      children: t(
        '{name} no longer lists them. Contacts that nothing else holds are deleted. Those with gifts, edits or a reason for no gifts stay.',
        { name },
      ),
      confirmLabel: t('Remove'),
      onConfirm,
    })
}

import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { Connection, RosterState } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/settings.ts'

interface RosterProps {
  connection: Connection
  roster: RosterState
}

/** Shows what the last run of a connection that reads contacts has changed, and what it has not. */
export function RosterStatus({ connection, roster }: RosterProps) {
  const { is_running, last_run_at, counts, problems, refused_removals } = roster
  return (
    <Stack gap={4} mt={4}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {is_running ? (
          t('Reading contacts…')
        ) : last_run_at === null ? (
          t('No contacts read yet')
        ) : (
          <Trans text="Contacts read {time}" time={<RelativeTime at={last_run_at} />} />
        )}
      </Text>
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
            {t('Show skipped people')}
          </Button>
        )}
        {refused_removals > 0 && !is_running && (
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            onClick={() => confirmRemovals(connection, refused_removals)}
          >
            {t('Remove {count} people…', { count: refused_removals })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const showProblems = ({ name }: Connection, problems: RosterState['problems']): void =>
  openDialog({ title: t('Skipped people of {name}', { name }) }, (close) => (
    <Stack>
      <Text size="sm">
        {t('They became no contacts. Each run tries again. At most 50 are shown.')}
      </Text>
      <Table.ScrollContainer minWidth={280}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Person')}</Table.Th>
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

export const readContacts = ({ id }: Connection): Promise<unknown> =>
  api.post(`/connections/${id}/run`, { accepts_removals: false })

const confirmRemovals = ({ id, name }: Connection, count: number): void =>
  confirm({
    title: t('Remove {count} people?', { count }),
    children: t(
      '{name} no longer lists them. Contacts that nothing else holds are deleted. Those with gifts, edits or a reason for no gifts stay.',
      { name },
    ),
    confirmLabel: t('Remove'),
    onConfirm: () => api.post(`/connections/${id}/run`, { accepts_removals: true }),
  })

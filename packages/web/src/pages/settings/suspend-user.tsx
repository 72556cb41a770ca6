import { List, Stack, Text } from '@mantine/core'
import type { ListedMember } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { formatList } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

/** Asks the admin to confirm that a member is suspended. Names what stays with the member. */
export const confirmSuspend = (user: ListedMember): void =>
  confirm({
    title: t('Suspend {name}?', { name: user.name }),
    children: <Consequences user={user} />,
    confirmLabel: t('Suspend'),
    onConfirm: () => api.post(`/members/${user.id}/suspend`),
  })

function Consequences({ user: { id, name, apps } }: { user: ListedMember }) {
  const { data } = useRead(`/members/${id}/responsibilities`)
  const staying = [
    ...(apps > 0
      ? [t('{count} apps, which wait until you resume the person', { count: apps })]
      : []),
    ...(data && data.teams.length > 0
      ? [t('the lead of {teams}', { teams: formatList(data.teams) })]
      : []),
    ...(data && data.waiting_sends > 0
      ? [t('{count} sends that await an approval', { count: data.waiting_sends })]
      : []),
  ]
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          '{name} is signed out of this account at once and gets no emails from it, until you resume them. Gifts that were sent go on. API keys belong to the account: replace those that the person knows.',
          { name },
        )}
      </Text>
      {staying.length > 0 && (
        <div>
          <Text size="sm">{t('This stays as it is:')}</Text>
          <List size="sm">
            {staying.map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

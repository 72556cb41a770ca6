import { Select, type SelectProps, Text } from '@mantine/core'
import { t } from '#web/i18n/developers.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

/** The field for the team of a new key. It exists for admins of accounts with teams. */
export function KeyTeamField(inputProps: SelectProps) {
  return usePermission('administration') ? <TeamField {...inputProps} /> : null
}

function TeamField(inputProps: SelectProps) {
  const { data } = useRead('/teams')
  if (data === undefined || data.data.length === 0) return null
  return (
    <Select
      label={t('Team (optional)')}
      description={t(
        'The key sends for this team: its campaigns, its cost centre and its budget. Without a team it sends every campaign.',
      )}
      data={data.data.map(({ id, name }) => ({ value: id, label: name }))}
      clearable
      searchable
      {...inputProps}
    />
  )
}

/** The name of the team of a key, for admins. */
export const KeyTeamName = ({ id }: { id: string }) =>
  usePermission('administration') ? <TeamName id={id} /> : null

function TeamName({ id }: { id: string }) {
  const { data } = useRead('/teams')
  const team = data?.data.find((each) => each.id === id)
  if (team === undefined) return null
  return (
    <Text size="xs" c="dimmed">
      {t('For team {name}', { name: team.name })}
    </Text>
  )
}

import { Select, type SelectProps } from '@mantine/core'
import { t } from '#web/i18n/one-links.ts'
import { useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

/** The field for the team of a one-link. It exists for users with several teams. */
export function TeamField(inputProps: SelectProps) {
  const me = useMe()
  const { data } = useRead('/teams')
  const own = (data?.data ?? []).filter(
    ({ state, members }) => state === 'active' && members.some(({ id }) => id === me.id),
  )
  if (own.length < 2) return null
  return (
    <Select
      label={t('Team')}
      description={t('Without a choice, the team of your last send.')}
      data={own.map(({ id, name }) => ({ value: id, label: name }))}
      clearable
      {...inputProps}
    />
  )
}

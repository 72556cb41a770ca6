import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Query } from '#web/api.ts'
import { t } from '#web/i18n/common.ts'
import { useRead } from '#web/use-read.ts'
import type { RowSelection } from './use-row-selection.ts'

/** The maximum number of rows that can be selected at once. */
const maxMatching = 100_000

/** A bar with the number of selected rows and their actions. It floats above the bottom of the window. */
export function SelectionBar<Row>({
  selection,
  matching,
  children,
}: {
  selection: RowSelection<Row>
  /** Defined if all loaded rows are selected and the list has more rows than these. */
  matching: MatchingRows | undefined
  children: ReactNode
}) {
  return (
    <Group
      className="panel selection-bar"
      p="xs"
      px="md"
      justify="space-between"
      role="region"
      aria-label={t('Selection')}
    >
      <Group gap="xs">
        <Text size="sm" aria-live="polite">
          {t('{count} selected', { count: selection.count })}
        </Text>
        {matching !== undefined && selection.matchingQuery === undefined && (
          <SelectMatching {...matching} />
        )}
      </Group>
      <Group gap="xs">
        {children}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          {t('Clear')}
        </Button>
      </Group>
    </Group>
  )
}

interface MatchingRows {
  /** The path that counts the rows which match the query of the list. */
  countPath: '/gift-requests/count'
  query: Query
  select: (count: number) => void
}

function SelectMatching({ countPath, query, select }: MatchingRows) {
  const { data } = useRead(countPath, query)
  if (data === undefined) return null
  const { count } = data
  return count === null ? (
    <Text size="sm" c="dimmed">
      {t('More than {max} match. Narrow the filters to select all of them.', { max: maxMatching })}
    </Text>
  ) : (
    <Button size="compact-sm" variant="subtle" onClick={() => select(count)}>
      {t('Select all {count} that match', { count })}
    </Button>
  )
}

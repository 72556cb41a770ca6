import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n/common.ts'

/** Splits rows into pages. If the current page no longer exists, the last page replaces it. */
export function usePages<Row>(rows: readonly Row[], pageSize: number) {
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  const current = Math.min(page, last)
  return {
    visibleRows: rows.slice(current * pageSize, (current + 1) * pageSize),
    pager: last === 0 ? null : <Pager page={current} last={last} set={setPage} />,
  }
}

interface PagerProps {
  page: number
  last: number
  set: (page: number) => void
}

const Pager = ({ page, last, set }: PagerProps) => (
  <Group gap="xs">
    <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => set(page - 1)}>
      {t('Previous')}
    </Button>
    <Text size="sm" c="dimmed">
      {t('Page {page} of {pages}', { page: page + 1, pages: last + 1 })}
    </Text>
    <Button
      size="compact-sm"
      variant="default"
      disabled={page === last}
      onClick={() => set(page + 1)}
    >
      {t('Next')}
    </Button>
  </Group>
)

import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ContactImportRow } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { usePages } from '#web/components/lists/pager.tsx'
import { t } from '#web/i18n/contacts.ts'
import { formatValues } from '#web/i18n/format.ts'
import { formatChanges, formatMessages } from './contact-import.ts'

const pageSize = 20

type View = 'all' | 'ready' | 'problems'

const views: Readonly<Record<View, (row: ContactImportRow) => boolean>> = {
  all: () => true,
  ready: ({ status }) => status === 'created' || status === 'changed',
  problems: ({ status, warnings }) =>
    status === 'rejected' || status === 'skipped' || warnings.length > 0,
}

/** A table with the rows of a file, and with the result of the check or of the import. */
export function ImportedRows({
  rows,
  isDone,
}: {
  rows: readonly ContactImportRow[]
  isDone: boolean
}) {
  const [view, setView] = useState<View>(rows.some(views.problems) ? 'problems' : 'all')
  const count = (wanted: View) => rows.filter(views[wanted]).length
  const { visibleRows, pager } = usePages(rows.filter(views[view]), pageSize)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('Rows')}
          value={view}
          onChange={(value) => setView(value as View)}
          data={[
            { value: 'all', label: t('All {count}', { count: count('all') }) },
            { value: 'ready', label: t('To import {count}', { count: count('ready') }) },
            { value: 'problems', label: t('Problems {count}', { count: count('problems') }) },
          ]}
        />
        {pager}
      </Group>
      <DetailTable
        label={t('Rows of the file')}
        rows={visibleRows}
        rowKey={({ line }) => line}
        columns={[
          { header: t('Name'), cell: ({ name }) => name || '–' },
          { header: t('Line'), isNumeric: true, cell: ({ line }) => line },
          { header: t('Result'), cell: (row) => <Result row={row} isDone={isDone} /> },
          { header: t('Details'), isFullWidth: true, cell: (row) => <Details row={row} /> },
        ]}
      />
    </Stack>
  )
}

function Result({ row: { status }, isDone }: { row: ContactImportRow; isDone: boolean }) {
  switch (status) {
    case 'created':
      return (
        <StatusBadge tone={isDone ? 'good' : 'move'}>{isDone ? t('Added') : t('New')}</StatusBadge>
      )
    case 'changed':
      return (
        <StatusBadge tone={isDone ? 'good' : 'move'}>
          {isDone ? t('Changed') : t('Change')}
        </StatusBadge>
      )
    case 'unchanged':
      return <StatusBadge tone="wait">{t('Up to date')}</StatusBadge>
    default:
      return <StatusBadge tone="bad">{t('Not imported')}</StatusBadge>
  }
}

function Details({ row }: { row: ContactImportRow }) {
  const messages = formatMessages(row)
  const changes = row.status === 'changed' ? formatValues(formatChanges(row)) : ''
  return (
    <>
      {changes}
      {messages !== '' && (
        <Text size="sm" {...(row.status === 'rejected' && { c: 'var(--mantine-color-error)' })}>
          {messages}
        </Text>
      )}
      {changes === '' && messages === '' && '–'}
    </>
  )
}

import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TrackingImportRow } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { usePages } from '#web/components/lists/pager.tsx'
import { ResponsiveTable } from '#web/components/lists/responsive-table.tsx'
import { t } from '#web/i18n/gifts.ts'
import { columnLabels, columns, formatRowErrors, formatRowWarnings } from './tracking-import.ts'

const pageSize = 20

type View = 'all' | 'warnings' | TrackingImportRow['status']

/** A table with the rows of a file, and with the result of the check or of the import. */
export function ImportTable({
  rows,
  isDone,
}: {
  rows: readonly TrackingImportRow[]
  isDone: boolean
}) {
  const [view, setView] = useState<View>('all')
  const isIn = (row: TrackingImportRow, wanted: View) =>
    wanted === 'all' || (wanted === 'warnings' ? row.warnings.length > 0 : row.status === wanted)
  const count = (wanted: View) => rows.filter((row) => isIn(row, wanted)).length
  const matchingRows = rows.filter((row) => isIn(row, view))
  const { visibleRows, pager } = usePages(matchingRows, pageSize)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('Rows')}
          value={view}
          onChange={(value) => setView(value as View)}
          data={[
            { value: 'all', label: t('All {count}', { count: rows.length }) },
            { value: 'rejected', label: t('Errors {count}', { count: count('rejected') }) },
            ...(count('warnings') > 0
              ? [
                  {
                    value: 'warnings',
                    label: t('Please look {count}', { count: count('warnings') }),
                  },
                ]
              : []),
            { value: 'unchanged', label: t('Up to date {count}', { count: count('unchanged') }) },
          ]}
        />
        {pager}
      </Group>
      <ResponsiveTable label={t('Rows of the file')}>
        <thead>
          <tr>
            <th scope="col">{t('Line')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnLabels[column]}
              </th>
            ))}
            <th scope="col">{t('Result')}</th>
          </tr>
        </thead>
        <tbody>
          {visibleRows.map((row) => (
            <TableRow key={row.line} row={row} isDone={isDone} />
          ))}
        </tbody>
      </ResponsiveTable>
    </Stack>
  )
}

function TableRow({ row, isDone }: { row: TrackingImportRow; isDone: boolean }) {
  const invalid = new Set(row.errors.map(({ column }) => column))
  return (
    <tr>
      <td data-label={t('Line')} data-first>
        {row.line}
      </td>
      {columns.map((column) => (
        <td key={column} data-label={columnLabels[column]}>
          <Text
            span
            inherit
            {...(column === 'parcel' && { style: { whiteSpace: 'nowrap' } })}
            {...(invalid.has(column) && { c: 'var(--mantine-color-error)', fw: 600 })}
          >
            {row.cells[column] || '–'}
          </Text>
        </td>
      ))}
      <td data-label={t('Result')} data-long>
        {row.status === 'rejected' ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {formatRowErrors(row)}
          </Text>
        ) : (
          <>
            <ResultBadge row={row} isDone={isDone} />
            {row.warnings.length > 0 && (
              <Text size="sm" mt={4}>
                {formatRowWarnings(row)}
              </Text>
            )}
          </>
        )}
      </td>
    </tr>
  )
}

const ResultBadge = ({ row: { status }, isDone }: { row: TrackingImportRow; isDone: boolean }) =>
  status === 'unchanged' ? (
    <StatusBadge tone="wait">{t('Up to date')}</StatusBadge>
  ) : (
    <StatusBadge tone={isDone ? 'good' : 'move'}>{isDone ? t('Imported') : t('Ready')}</StatusBadge>
  )

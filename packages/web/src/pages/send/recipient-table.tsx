import {
  ActionIcon,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '#web/components/lists/pager.tsx'
import { formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { findUsedRowFields } from './merge-fields.ts'
import {
  allHaveCells,
  describeErrors,
  fieldsOf,
  findMissingFields,
  getFieldError,
  hasItems,
  labelOf,
  personFields,
  type RecipientRow,
  readRowField,
  withText,
} from './recipient-rows.ts'
import { isDirectSend } from './send-draft.ts'
import { type RowStatus, summarize } from './send-summary.ts'
import type { StepProps } from './step-props.ts'

const pageSize = 20 // the number of rows on each page of the list

/** The list of recipients. The user can edit invalid cells in the list. */
export function RecipientTable({ draft, change, choices }: StepProps) {
  const [view, setView] = useState<'all' | 'problems' | 'duplicates'>('all')
  const { statuses, count } = summarize(draft)
  // The columns of the message are beside the person, where they are in view.
  const columns = new Set<string>([
    ...personFields,
    ...(hasItems(draft.rows) ? ['item'] : []),
    ...findUsedRowFields(draft, draft.rows),
    ...fieldsOf(isDirectSend(draft, choices), choices.can_send_sms),
  ])
  const matchingRows = draft.rows.flatMap((row, at) => {
    const status = statuses[at] ?? 'unchecked'
    if (view === 'problems' && !needsFixing(row, status)) return []
    if (view === 'duplicates' && status !== 'duplicate') return []
    return [{ row, at, status }]
  })
  const problemCount = draft.rows.filter((row, at) =>
    needsFixing(row, statuses[at] ?? 'unchecked'),
  ).length
  const { visibleRows, pager } = usePages(matchingRows, pageSize)
  const setText = (at: number, name: string, text: string) =>
    change((current) => ({
      rows: current.rows.map((row, index) => (index === at ? withText(row, name, text) : row)),
    }))
  const remove = (at: number) =>
    change((current) => ({ rows: current.rows.filter((_, index) => index !== at) }))
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('Rows')}
          value={view}
          onChange={(value) => setView(value as typeof view)}
          data={[
            { value: 'all', label: t('All {count}', { count: draft.rows.length }) },
            {
              value: 'problems',
              label: t('Needs fixing {count}', { count: problemCount }),
            },
            {
              value: 'duplicates',
              label: t('Duplicates {count}', { count: count.duplicate }),
            },
          ]}
        />
        {pager}
      </Group>
      <div className="cells-box">
        <table className="cells" aria-label={t('Recipients')}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {[...columns].map((name) => (
                <th key={name} scope="col">
                  {labelOf(name)}
                </th>
              ))}
              <th scope="col">{t('Status')}</th>
            </tr>
          </thead>
          <tbody>
            {visibleRows.map(({ row, at, status }) => (
              <TableRow
                key={row.line}
                row={row}
                status={status}
                columns={[...columns]}
                set={(name, text) => setText(at, name, text)}
                remove={() => remove(at)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {matchingRows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('None.')}
        </Text>
      )}
    </Stack>
  )
}

/**
 * Returns whether a person should look at a row. This is the case if the server rejected the row, if a
 * required field is empty before the check, or if the check warns about a strange name.
 */
const needsFixing = (row: RecipientRow, status: RowStatus): boolean =>
  status === 'rejected' ||
  (status === 'unchecked' && findMissingFields(row).length > 0) ||
  (status === 'ready' && row.check?.status === 'ready' && row.check.warnings.length > 0)

interface TableRowProps {
  row: RecipientRow
  status: RowStatus
  columns: readonly string[]
  set: (name: string, text: string) => void
  remove: () => void
}

function TableRow({ row, status, columns, set, remove }: TableRowProps) {
  return (
    <tr>
      <td>{row.line}</td>
      {columns.map((name) => (
        <td key={name} data-field={name}>
          <Cell row={row} name={name} onChange={(text) => set(name, text)} />
        </td>
      ))}
      <td className="what">
        <Group gap={6} wrap="nowrap" justify="space-between" align="flex-start">
          <Text size="xs">{describeRow(row, status, columns)}</Text>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={t('Remove row {line}', { line: row.line })}
            onClick={remove}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  )
}

interface CellProps {
  row: RecipientRow
  name: string
  onChange: (text: string) => void
}

/** An input for a cell. The text of a message can have several lines. */
function Cell({ row, name, onChange }: CellProps) {
  const common = {
    size: 'xs',
    'aria-label': t('{field}, row {line}', { field: labelOf(name), line: row.line }),
    value: readRowField(row, name),
    error: getFieldError(row, name),
  } as const
  return row.fields !== undefined && Object.hasOwn(row.fields, name) ? (
    <Textarea
      {...common}
      autosize
      minRows={1}
      maxRows={4}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

function describeRow(row: RecipientRow, status: RowStatus, columns: readonly string[]): string {
  const { check } = row
  switch (status) {
    case 'unchecked':
      return findMissingFields(row).length > 0
        ? t('Missing: {fields}', { fields: formatValues(findMissingFields(row)) })
        : t('Not checked yet')
    case 'duplicate':
      return t('Duplicate: skipped')
    case 'rejected':
      if (check?.status !== 'rejected') return t('Can’t be sent')
      return allHaveCells(check.errors, columns) ? t('Needs fixing') : describeErrors(check.errors)
    case 'already_sent':
      return check?.status === 'already_sent'
        ? t('Already sent: {reference}', { reference: check.reference })
        : t('Already sent')
    case 'sent':
      return t('Sent')
    case 'saved':
      return t('Awaits approval')
    case 'ready': {
      if (check?.status !== 'ready') return t('Ready')
      if (check.warnings.length > 0) return t('Check the name: it looks wrong')
      if (check.has_opted_out) return t('Wants no campaign emails: share the link yourself')
      if (check.has_bounced) return t('Email to this address bounced before')
      return check.latest === null
        ? t('Ready')
        : t('Ready; received {reference} recently', { reference: check.latest.reference })
    }
  }
}

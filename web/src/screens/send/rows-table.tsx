import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { isDirect } from './draft.ts'
import type { Part } from './part.ts'
import {
  addressFields,
  areAtCells,
  type Field,
  fieldWords,
  missingIn,
  personFields,
  problemAt,
  type Row,
  reasonOf,
} from './rows.ts'
import { type Kind, sumsOf } from './sums.ts'

const most = 20 // rows on a page

/** The list as it stands. What is wrong is mended where it stands. */
export function RowsTable({ draft, change, choices }: Part) {
  const [shown, setShown] = useState<'all' | 'problems' | 'duplicates'>('all')
  const [page, setPage] = useState(0)
  const { kinds, count } = sumsOf(draft)
  const columns = isDirect(draft, choices) ? [...personFields, ...addressFields] : personFields
  const wanted = draft.rows.flatMap((row, at) => {
    const kind = kinds[at] ?? 'unchecked'
    if (shown === 'problems' && kind !== 'refused') return []
    if (shown === 'duplicates' && kind !== 'duplicate') return []
    return [{ row, at, kind }]
  })
  const last = Math.max(0, Math.ceil(wanted.length / most) - 1)
  const here = Math.min(page, last)
  const setRow = (at: number, cells: Row['cells']) =>
    change((was) => ({
      rows: was.rows.map((row, place) => (place === at ? { line: row.line, cells } : row)),
    }))
  const remove = (at: number) =>
    change((was) => ({ rows: was.rows.filter((_, place) => place !== at) }))
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Which rows"
          value={shown}
          onChange={(value) => setShown(value as typeof shown)}
          data={[
            { value: 'all', label: `All ${draft.rows.length}` },
            { value: 'problems', label: `To mend ${count.refused}` },
            { value: 'duplicates', label: `Duplicates ${count.duplicate}` },
          ]}
        />
        {last > 0 && <Pages page={here} last={last} set={setPage} />}
      </Group>
      <div style={{ overflowX: 'auto' }}>
        <table className="cells" aria-label="People on the list">
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {fieldWords[name]}
                </th>
              ))}
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {wanted.slice(here * most, (here + 1) * most).map(({ row, at, kind }) => (
              <TableRow
                key={row.line}
                row={row}
                kind={kind}
                columns={columns}
                set={(cells) => setRow(at, cells)}
                remove={() => remove(at)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {wanted.length === 0 && (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      )}
    </Stack>
  )
}

const Pages = ({
  page,
  last,
  set,
}: {
  page: number
  last: number
  set: (page: number) => void
}) => (
  <Group gap={6}>
    <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => set(page - 1)}>
      Previous
    </Button>
    <Text size="sm">
      {page + 1} of {last + 1}
    </Text>
    <Button
      size="compact-sm"
      variant="default"
      disabled={page === last}
      onClick={() => set(page + 1)}
    >
      Next
    </Button>
  </Group>
)

interface TableRowProps {
  row: Row
  kind: Kind
  columns: readonly Field[]
  set: (cells: Row['cells']) => void
  remove: () => void
}

function TableRow({ row, kind, columns, set, remove }: TableRowProps) {
  return (
    <tr>
      <td>{row.line}</td>
      {columns.map((name) => (
        <td key={name} data-field={name}>
          <TextInput
            size="xs"
            aria-label={`${fieldWords[name]}, row ${row.line}`}
            value={row.cells[name] ?? ''}
            error={problemAt(row, name)}
            onChange={(event) => set({ ...row.cells, [name]: event.currentTarget.value })}
          />
        </td>
      ))}
      <td className="what">
        <Group gap={6} wrap="nowrap" justify="space-between" align="flex-start">
          <Text size="xs">{saying(row, kind)}</Text>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Take row ${row.line} off the list`}
            onClick={remove}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  )
}

function saying(row: Row, kind: Kind): string {
  const { outlook } = row
  switch (kind) {
    case 'unchecked':
      return missingIn(row).length > 0 ? `Missing: ${missingIn(row).join(', ')}` : 'Not checked yet'
    case 'duplicate':
      return 'Is on the list already: left out'
    case 'refused':
      if (outlook?.status !== 'refused') return 'Cannot be sent'
      return areAtCells(outlook.problems) ? 'Needs fixing' : reasonOf(outlook.problems)
    case 'already':
      return outlook?.status === 'already'
        ? `Was sent before: ${outlook.reference}`
        : 'Was sent before'
    case 'sent':
      return 'Sent'
    case 'ready': {
      if (outlook?.status !== 'ready') return 'Ready'
      if (outlook.has_bounced) return 'Mail to this address came back once'
      return outlook.latest === null ? 'Ready' : `Ready; got ${outlook.latest.reference} lately`
    }
  }
}

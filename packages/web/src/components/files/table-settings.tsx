import { Alert, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { formatValues } from '#web/i18n/format.ts'
import { delimiters, type Encoding, encodings, type TableFormat } from '#web/tables.ts'
import { findEncodingSamples, type TableFile } from './table-file.ts'

interface FieldChoice<Field extends string> {
  value: Field
  label: string
}

interface TableSettingsProps<Field extends string> {
  file: TableFile<Field>
  fields: readonly FieldChoice<Field>[]
  /** The fields that the file must contain. Without them, nothing can be imported. */
  required?: readonly Field[]
  /** Further columns of the file that are imported. */
  ownColumns?: readonly number[]
  onFormat: (format: TableFormat) => void
  onColumns: (columns: Partial<Record<Field, number>>) => void
}

const delimiterNames: Readonly<Record<(typeof delimiters)[number], string>> = {
  ',': t('Commas'),
  ';': t('Semicolons'),
  '\t': t('Tabs'),
  '|': t('Vertical bars'),
}

/**
 * The settings for reading a file: the columns, the header and the format. The user can change every setting.
 */
export function TableSettings<Field extends string>(props: TableSettingsProps<Field>) {
  const { file, fields, required = [] } = props
  const missing = required.filter((field) => file.columns[field] === undefined)
  const labels = fields.filter(({ value }) => missing.includes(value)).map(({ label }) => label)
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('Map columns')}
      </Text>
      {labels.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {t('Choose the column of each field: {fields}.', { fields: formatValues(labels) })}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        {fields.map((field) => (
          <ColumnSelect key={field.value} field={field} {...props} />
        ))}
      </SimpleGrid>
      <LeftOut {...props} />
      <FormatSelects {...props} />
      <EncodingNotice file={file} />
    </Stack>
  )
}

function ColumnSelect<Field extends string>({
  field: { value: field, label },
  file: { table, columns },
  onColumns,
}: TableSettingsProps<Field> & { field: FieldChoice<Field> }) {
  const data = table.columns.map(({ index, name }) => {
    const example = table.rows.find(({ cells }) => cells[index])?.cells[index]?.slice(0, 18)
    const title = name || t('Column {number}', { number: index + 1 })
    return { value: String(index), label: example ? `${title} (${example})` : title }
  })
  const set = (value: string | null) => {
    const next = { ...columns }
    if (value === null) delete next[field]
    else next[field] = Number(value)
    onColumns(next)
  }
  const column = columns[field]
  return (
    <Select
      size="xs"
      label={label}
      placeholder={t('Not in the file')}
      data={data}
      value={column === undefined ? null : String(column)}
      onChange={set}
      clearable
      clearButtonProps={{ 'aria-label': t('No column for {label}', { label }) }}
    />
  )
}

/** Names the columns that are not imported, so that none is left out unseen. */
function LeftOut<Field extends string>({
  file: { table, columns },
  fields,
  ownColumns = [],
}: TableSettingsProps<Field>) {
  const used = new Set([...fields.map(({ value }) => columns[value]), ...ownColumns])
  const names = table.columns.filter(({ index, name }) => name !== '' && !used.has(index))
  if (names.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {t('Not imported: {columns}.', { columns: formatValues(names.map(({ name }) => name)) })}
    </Text>
  )
}

const maxHeaderLine = 20

function FormatSelects<Field extends string>({
  file: { table, chosen },
  onFormat,
}: TableSettingsProps<Field>) {
  const { format, sheets } = table
  const change = (next: TableFormat) => onFormat({ ...chosen, ...next })
  const lines = Array.from({ length: maxHeaderLine }, (_, index) => String(index + 1))
  if (format.header_line > maxHeaderLine) lines.push(String(format.header_line))
  return (
    <Group gap="xs" align="flex-end">
      <Select
        size="xs"
        w={150}
        label={t('Header')}
        data={[
          { value: '0', label: t('No header') },
          ...lines.map((line) => ({ value: line, label: t('Line {line}', { line }) })),
        ]}
        value={String(format.header_line)}
        onChange={(line) => change({ header_line: Number(line ?? 0) })}
        allowDeselect={false}
      />
      {sheets.length > 1 && (
        <Select
          size="xs"
          label={t('Sheet')}
          data={[...new Set(sheets)]}
          value={format.sheet ?? null}
          onChange={(sheet) => sheet !== null && onFormat({ sheet })}
          allowDeselect={false}
        />
      )}
      {format.delimiter !== undefined && (
        <Select
          size="xs"
          w={150}
          label={t('Delimiter')}
          data={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
          value={format.delimiter}
          onChange={(delimiter) => delimiter !== null && change({ delimiter })}
          allowDeselect={false}
        />
      )}
      {format.encoding !== undefined && (
        <Select
          size="xs"
          w={150}
          label={t('Encoding')}
          data={[...encodings]}
          value={format.encoding}
          onChange={(encoding) => change({ encoding: encoding as Encoding })}
          allowDeselect={false}
        />
      )}
    </Group>
  )
}

/**
 * A notice about an encoding that is only probable. The first names in the file show the user whether the
 * encoding is right.
 */
function EncodingNotice({ file: { table } }: { file: TableFile<string> }) {
  if (table.isEncodingCertain) return null
  return (
    <Alert color="yellow" variant="light" role="status">
      {t(
        'This file is not UTF-8. Check these texts, and choose another encoding if they are wrong: {samples}.',
        {
          samples: formatValues(findEncodingSamples(table)),
        },
      )}
    </Alert>
  )
}

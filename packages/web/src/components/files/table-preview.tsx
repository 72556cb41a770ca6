import { Stack, Text } from '@mantine/core'
import { ResponsiveTable } from '#web/components/lists/responsive-table.tsx'
import { t } from '#web/i18n/common.ts'
import type { TableFile } from './table-file.ts'

interface PreviewProps<Field extends string> {
  file: TableFile<Field>
  fields: readonly { value: Field; label: string }[]
  /** Returns the text that the service stores for a cell. */
  toStored: (field: Field, cell: string) => string
}

const maxFirst = 3

/**
 * A preview of the first rows and the last row of a file, in the form in which the service would store them.
 */
export function TablePreview<Field extends string>({
  file,
  fields,
  toStored,
}: PreviewProps<Field>) {
  const { rows } = file.table
  const shown = fields.filter(({ value }) => file.columns[value] !== undefined)
  if (shown.length === 0) return null
  const last = rows.length > maxFirst ? rows.slice(-1) : []
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('The first rows and the last one, as they would be stored:')}
      </Text>
      <ResponsiveTable label={t('Preview')}>
        <thead>
          <tr>
            <th scope="col">{t('Line')}</th>
            {shown.map(({ value, label }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows.slice(0, maxFirst), ...last].map(({ line, cells }) => (
            <tr key={line}>
              <td data-label={t('Line')} data-first>
                {line}
              </td>
              {shown.map(({ value, label }) => (
                <td key={value} data-label={label}>
                  {toStored(value, cells[file.columns[value] ?? -1] ?? '').slice(0, 80) || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ResponsiveTable>
    </Stack>
  )
}

import { Text } from '@mantine/core'
import type { ProductDetail } from '#web/admin-api.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/catalogue.ts'

const lengthUnitLabels = { cm: 'cm', in: t('inches') } as const

/** A panel with the size guide in the form that recipients see. */
export function SizeGuidePanel({ product: { size_guide } }: { product: ProductDetail }) {
  if (size_guide === null) return null
  const { unit, columns, rows, note } = size_guide
  return (
    <Panel title={t('Size guide')}>
      {rows.length > 0 && (
        <div className="size-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Size')}</th>
                {columns.map((name) => (
                  <th scope="col" key={name}>
                    {name}
                    {unit !== null && ` (${lengthUnitLabels[unit]})`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ size, values }) => (
                <tr key={size}>
                  <th scope="row">{size}</th>
                  {columns.map((name, at) => (
                    <td key={name}>{values[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {note !== '' && (
        <Text size="sm" mt={rows.length > 0 ? 'xs' : 0} style={{ whiteSpace: 'pre-line' }}>
          {note}
        </Text>
      )}
    </Panel>
  )
}

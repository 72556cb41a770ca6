import { t } from '#web/i18n/overview.ts'
import '#web/components/charts/bar-chart.css'
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#web/i18n/format.ts'

export interface BarChartRow {
  key: string
  label: string
  count: number
  /** The filters of a list that contains exactly these gifts. */
  search: Record<string, string>
}

const maxCollapsed = 7

interface BarChartProps {
  label: string
  rows: readonly BarChartRow[]
  empty: string
}

/** A chart in the form of a table. Screen readers read names and numbers, and each name links to its list. */
export function BarChart({ label, rows, empty }: BarChartProps) {
  const [isExpanded, setExpanded] = useState(false)
  const maxCount = Math.max(...rows.map(({ count }) => count), 0)
  if (maxCount === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  return (
    <>
      <table className="bars" aria-label={label}>
        <tbody>
          {(isExpanded ? rows : rows.slice(0, maxCollapsed)).map(
            ({ key, label, count, search }) => (
              <tr key={key}>
                <th scope="row">
                  <Link
                    to="/gift-requests"
                    search={search}
                    title={`${label}\n${t('Click to see these gifts')}`}
                  >
                    {label}
                  </Link>
                </th>
                <td className="bar" aria-hidden>
                  <span
                    style={{ width: `${(100 * count) / maxCount}%`, minWidth: count > 0 ? 2 : 0 }}
                  />
                </td>
                <td className="number">{formatNumber(count)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {rows.length > maxCollapsed && !isExpanded && (
        <Button size="compact-xs" variant="subtle" mt="xs" onClick={() => setExpanded(true)}>
          {t('{count} more', { count: rows.length - maxCollapsed })}
        </Button>
      )}
    </>
  )
}

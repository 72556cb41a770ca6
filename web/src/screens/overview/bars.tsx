import '#web/blocks/bars.css'
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

interface Row {
  key: string
  label: string
  count: number
  /** The filters of the list that has exactly these. */
  search: Record<string, string>
}

const first = 7

/**
 * A plot that is its own table: whoever hears the page gets names and numbers, whoever sees it the bars
 * beside them, and each name leads to its list.
 */
export function Bars({
  label,
  rows,
  empty,
}: {
  label: string
  rows: readonly Row[]
  empty: string
}) {
  const [isWhole, showAll] = useState(false)
  const most = Math.max(...rows.map(({ count }) => count), 0)
  if (most === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  return (
    <>
      <table className="bars" aria-label={label}>
        <tbody>
          {(isWhole ? rows : rows.slice(0, first)).map(({ key, label, count, search }) => (
            <tr key={key}>
              <th scope="row">
                <Link to="/gift-requests" search={search} title={label}>
                  {label}
                </Link>
              </th>
              <td className="bar" aria-hidden>
                <span style={{ width: `${(100 * count) / most}%`, minWidth: count > 0 ? 2 : 0 }} />
              </td>
              <td className="number">{count.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > first && !isWhole && (
        <Button size="compact-xs" variant="subtle" mt="xs" onClick={() => showAll(true)}>
          {rows.length - first} more
        </Button>
      )}
    </>
  )
}

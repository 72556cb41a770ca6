import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'

/** Lists with fewer columns than that have none to spare. */
const enough = 5

interface Headed {
  head: string
}

interface Chosen<Column> {
  shown: readonly Column[]
  hidden: ReadonlySet<string>
  toggle: (head: string) => void
}

/** The columns that somebody has left in a list; this browser keeps which. The first one leads on, and stays. */
export function useColumns<Column extends Headed>(
  list: string,
  columns: readonly Column[],
): Chosen<Column> {
  const key = `columns ${list}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(localStorage.getItem(key)?.split('\n').filter(Boolean)),
  )
  return {
    shown: columns.filter(({ head }, at) => at === 0 || !hidden.has(head)),
    hidden,
    toggle(head) {
      const next = new Set(hidden)
      if (!next.delete(head)) next.add(head)
      localStorage.setItem(key, [...next].join('\n'))
      setHidden(next)
    },
  }
}

interface ColumnChoiceProps {
  columns: readonly Headed[]
  hidden: ReadonlySet<string>
  toggle: (head: string) => void
}

/** Not on a phone, where rows are cards. */
export function ColumnChoice({ columns, hidden, toggle }: ColumnChoiceProps) {
  const [, ...others] = columns
  if (columns.length < enough) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          style={{ flex: 'none' }}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Columns">
        {others.map(({ head }) => (
          <Menu.CheckboxItem key={head} checked={!hidden.has(head)} onChange={() => toggle(head)}>
            {head}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

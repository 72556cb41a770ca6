import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { t } from '#web/i18n/common.ts'

/** Lists with fewer columns have no column picker. */
const minColumns = 5

interface HasHeader {
  header: string
}

interface ColumnVisibility<Column> {
  visible: readonly Column[]
  hidden: ReadonlySet<string>
  toggle: (header: string) => void
}

/**
 * The visible columns of a list, stored in this browser. The first column links to the row and is always
 * visible.
 */
export function useColumns<Column extends HasHeader>(
  list: string,
  columns: readonly Column[],
): ColumnVisibility<Column> {
  const key = `columns ${list}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(localStorage.getItem(key)?.split('\n').filter(Boolean)),
  )
  return {
    visible: useMemo(
      () => columns.filter(({ header }, at) => at === 0 || !hidden.has(header)),
      [columns, hidden],
    ),
    hidden,
    toggle(header) {
      const next = new Set(hidden)
      if (!next.delete(header)) next.add(header)
      localStorage.setItem(key, [...next].join('\n'))
      setHidden(next)
    },
  }
}

interface ColumnPickerProps {
  columns: readonly HasHeader[]
  hidden: ReadonlySet<string>
  toggle: (header: string) => void
}

/** Hidden on phones, where rows are cards. */
export function ColumnPicker({ columns, hidden, toggle }: ColumnPickerProps) {
  const [, ...others] = columns
  if (columns.length < minColumns) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          style={{ flex: 'none' }}
        >
          {t('Columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('Columns')}>
        {others.map(({ header }) => (
          <Menu.CheckboxItem
            key={header}
            checked={!hidden.has(header)}
            onChange={() => toggle(header)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { t } from '#web/i18n/common.ts'
import { type SortName, toOrderOptions, useListOrder } from './list-order.ts'
import type { ColumnVisibility } from './use-columns.ts'
import { useDensity } from './use-density.ts'

interface ViewMenuProps {
  sorts: readonly SortName[]
  columns: Pick<ColumnVisibility<never>, 'choices' | 'toggle'>
}

/**
 * A menu with the order, the row height and the columns of a list. On phones the rows are cards, so the menu
 * has only the order.
 */
export function ViewMenu({ sorts, columns }: ViewMenuProps) {
  const hasOrder = sorts.length > 0
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="default"
          {...(!hasOrder && { visibleFrom: 'sm' })}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          style={{ flex: 'none' }}
        >
          {t('View|list')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('View|list')} className="view-menu">
        {hasOrder && <OrderItems sorts={sorts} />}
        <div className="view-of-table">
          <DensityItems />
          {columns.choices.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('Columns')}</Menu.Label>
            </>
          )}
          {columns.choices.map(({ header, isVisible }) => (
            <Menu.CheckboxItem
              key={header}
              checked={isVisible}
              onChange={() => columns.toggle(header)}
            >
              {header}
            </Menu.CheckboxItem>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}

function OrderItems({ sorts }: { sorts: readonly SortName[] }) {
  const { current, change } = useListOrder(sorts)
  return (
    <>
      <Menu.Label>{t('Sort by')}</Menu.Label>
      <Menu.RadioGroup
        value={`${current.sort} ${current.order}`}
        onChange={(value) => {
          const chosen = toOrderOptions(sorts).find((option) => option.value === value)
          if (chosen !== undefined) change(chosen.order)
        }}
      >
        {toOrderOptions(sorts).map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function DensityItems() {
  const { density, set } = useDensity()
  return (
    <>
      <Menu.Label>{t('Row height')}</Menu.Label>
      <Menu.RadioGroup value={density} onChange={(value) => set(value as typeof density)}>
        <Menu.RadioItem value="comfortable">{t('Comfortable')}</Menu.RadioItem>
        <Menu.RadioItem value="compact">{t('Compact')}</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  )
}

import { t } from '#web/i18n/common.ts'
import './card-list.css'
import { Box, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { type CSSProperties, Fragment, type ReactNode, useRef } from 'react'
import type { ListItem, ListPath } from '#web/admin-api.ts'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { type SortName, toOrderOptions, useListOrder } from './list-order.ts'
import {
  type ListSource,
  PaginatedList,
  type UncheckedSource,
  usePaginatedList,
} from './paginated-list.tsx'
import { useRowShortcuts } from './use-row-shortcuts.ts'

interface CardListProps<Row extends { id: string }> {
  filters: readonly Filter[]
  /** The orders that the user can choose for the list. */
  sorts?: readonly SortName[]
  /**
   * Renders the items of one page as `Cards`. The links to the items have the attribute `data-row`, which the
   * keys j and k use.
   */
  renderPage: (rows: readonly Row[]) => ReactNode
  /** The content to show when the list is empty without any filter. */
  empty: ReactNode
}

/** A grid of cards with as many columns as fit. */
export function Cards<Row extends { id: string }>({
  label,
  rows,
  renderCard,
  minWidth,
}: {
  /** The accessible name of the list. */
  label: string
  rows: readonly Row[]
  renderCard: (row: Row) => ReactNode
  /** The minimum width of a card, as a CSS length. */
  minWidth: string
}) {
  return (
    <ul className="cards" aria-label={label} style={gridStyle(minWidth)}>
      {rows.map((row) => (
        <li key={row.id}>{renderCard(row)}</li>
      ))}
    </ul>
  )
}

const gridStyle = (minWidth: string) => ({ '--card': minWidth }) as CSSProperties

/** A list that shows its items as a grid of cards. It has the same filters and pages as a data list. */
export function CardList<Path extends ListPath>(
  props: CardListProps<ListItem<Path>> & ListSource<Path>,
): ReactNode
export function CardList<Row extends { id: string }>(props: CardListProps<Row> & UncheckedSource) {
  const { path, query, filters, sorts = [], renderPage, empty } = props
  const bodyRef = useRef<HTMLDivElement>(null)
  useRowShortcuts(bodyRef)
  const list = usePaginatedList<Row>(path, query, filters, sorts)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Box flex={1} miw={0}>
          <FilterBar {...list.filterBar} />
        </Box>
        {sorts.length > 0 && <OrderSelect sorts={sorts} />}
      </Group>
      <PaginatedList list={list} skeleton={<CardsSkeleton />} empty={empty}>
        <Stack gap="md" ref={bodyRef}>
          {list.pages.data?.pages.map(({ data }) => (
            <Fragment key={data[0]?.id}>{renderPage(data)}</Fragment>
          ))}
        </Stack>
      </PaginatedList>
    </Stack>
  )
}

function OrderSelect({ sorts }: { sorts: readonly SortName[] }) {
  const { current, change } = useListOrder(sorts)
  const options = toOrderOptions(sorts)
  return (
    <NativeSelect
      aria-label={t('Sort by')}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={`${current.sort} ${current.order}`}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ value }) => value === currentTarget.value)
        if (chosen !== undefined) change(chosen.order)
      }}
    />
  )
}

const CardsSkeleton = () => (
  <ul className="cards" style={gridStyle('17rem')} aria-busy="true" aria-label={t('Loading')}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
      <li key={name} className="panel">
        <Stack p="md">
          <Skeleton h={16} w="60%" />
          <Skeleton h={12} />
          <Skeleton h={64} />
        </Stack>
      </li>
    ))}
  </ul>
)

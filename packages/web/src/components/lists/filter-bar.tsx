import { Button, Collapse, Group, Pill, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n/common.ts'

export interface Filter {
  /** The parameter in the URL and of the server. */
  name: string
  label: string
  /** Options of a select; without options, the filter is a text field. */
  options?: readonly { value: string; label: string }[]
  /** The parameter of the server, if it differs from `name`. */
  apiParam?: string
  /** A date field; or a filter that only a link sets, shown while it is set. */
  kind?: 'day' | 'chip'
  /** Renders the value of a chip. Without it and without options, a chip has its label only. */
  format?: (value: string) => string
}

type SetFilters = (change: Record<string, string | undefined>) => void

interface FilterBarProps {
  definitions: readonly Filter[]
  filters: Readonly<Record<string, string>>
  set: SetFilters
}

export const buildClearedFilters = (definitions: readonly Filter[]) =>
  Object.fromEntries(definitions.map(({ name }) => [name, undefined]))

/** The filters that stand beside each other. A bar with more of them collapses the others. */
const maxVisible = 4

/** The filters of a list. On phones, only the first is visible and the others are collapsed. */
export function FilterBar({ definitions, filters, set }: FilterBarProps) {
  const [isOpen, panel] = useDisclosure(false)
  const [first, ...rest] = definitions.filter(({ kind }) => kind !== 'chip')
  // a single further filter takes no more room than the button
  const visible = rest.length > maxVisible ? rest.slice(0, maxVisible - 1) : rest
  const others = rest.slice(visible.length)
  const control = (filter: Filter) => (
    <FilterControl key={filter.name} filter={filter} value={filters[filter.name] ?? ''} set={set} />
  )
  return (
    <Stack gap="xs">
      <Group gap="xs" role="search" aria-label={t('Filters')}>
        {first !== undefined && control(first)}
        {rest.length > 1 && (
          <Button
            hiddenFrom="sm"
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={panel.toggle}
            aria-expanded={isOpen}
          >
            {t('Filters')}
          </Button>
        )}
        <div {...(rest.length > 1 && { className: 'filters-rest' })}>
          {visible.map(control)}
          {others.length > 0 && (
            <Button
              variant="subtle"
              px="xs"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              onClick={panel.toggle}
              aria-expanded={isOpen}
            >
              {isOpen ? t('Fewer filters') : t('More filters')}
            </Button>
          )}
        </div>
      </Group>
      {others.length > 0 && (
        <Collapse expanded={isOpen} visibleFrom="sm">
          <Group gap="xs">{others.map(control)}</Group>
        </Collapse>
      )}
      <Collapse expanded={isOpen} hiddenFrom="sm">
        <Stack gap="xs">{rest.map(control)}</Stack>
      </Collapse>
      <FilterChips definitions={definitions} filters={filters} set={set} />
    </Stack>
  )
}

function FilterControl({ filter, value, set }: { filter: Filter; value: string; set: SetFilters }) {
  const { name, label, options, kind } = filter
  if (kind === 'day')
    return (
      <TextInput
        type="date"
        size="sm"
        aria-label={label}
        title={label}
        leftSection={<span className="prefix">{label}</span>}
        leftSectionWidth={52}
        w={{ base: '100%', sm: 192 }}
        value={value}
        onChange={(event) => set({ [name]: event.currentTarget.value || undefined })}
      />
    )
  if (options === undefined) return <TextFilter filter={filter} value={value} set={set} />
  return (
    <Select
      size="sm"
      w={{ base: '100%', sm: 150 }}
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={value || null}
      onChange={(chosen) => set({ [name]: chosen ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      searchable={options.length > 8}
    />
  )
}

function FilterChips({ definitions, filters, set }: FilterBarProps) {
  const active = definitions.filter(({ name }) => filters[name])
  if (active.length === 0) return null
  return (
    <Group gap={6}>
      {active.map(({ name, label, options, kind, format }) => (
        <Pill
          key={name}
          withRemoveButton
          onRemove={() => set({ [name]: undefined })}
          removeButtonProps={{
            'aria-label': t('Remove the filter {label}', { label }),
            tabIndex: 0,
            'aria-hidden': false,
          }}
        >
          {kind === 'chip' && options === undefined && format === undefined
            ? label
            : `${label}: ${options?.find(({ value }) => value === filters[name])?.label ?? format?.(filters[name] ?? '') ?? filters[name]}`}
        </Pill>
      ))}
      {active.length > 1 && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => set(buildClearedFilters(definitions))}
        >
          {t('Clear all')}
        </Button>
      )}
    </Group>
  )
}

function TextFilter({ filter, value, set }: { filter: Filter; value: string; set: SetFilters }) {
  const [typed, setTyped] = useState(value)
  // resets the text field when a saved view or a removed filter changes the value
  useEffect(() => setTyped((current) => (current.trim() === value ? current : value)), [value])
  const applyDebounced = useDebouncedCallback(
    (text: string) => set({ [filter.name]: text || undefined }),
    300,
  )
  return (
    <TextInput
      size="sm"
      data-filter
      miw={{ sm: 200 }}
      style={{ flex: '1 1 11rem', maxWidth: 340 }}
      aria-label={filter.label}
      placeholder={filter.label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        applyDebounced(event.currentTarget.value.trim())
      }}
    />
  )
}

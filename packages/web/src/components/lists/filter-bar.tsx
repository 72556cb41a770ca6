import { Button, Collapse, Group, Pill, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n/common.ts'

export interface Filter {
  /** The name of the parameter in the URL and in requests to the server. */
  name: string
  label: string
  /** The options of a select. Without options, the filter is a text field. */
  options?: readonly { value: string; label: string }[]
  /** The name of the parameter in requests to the server, if it differs from `name`. */
  apiParam?: string
  /**
   * The kind of the filter. `day` is a field for a date. `chip` is a filter that only a link can set; it is
   * visible while it is set.
   */
  kind?: 'day' | 'chip'
  /**
   * Formats the value of a chip. If there is no format and there are no options, the chip shows only its
   * label.
   */
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

/**
 * The maximum number of filters next to each other. If there are more filters, the bar collapses the rest.
 */
const maxVisible = 4

/**
 * A bar with the filters of a list. On phones, only the first filter is visible, and the bar collapses the
 * others.
 */
export function FilterBar({ definitions, filters, set }: FilterBarProps) {
  const [isOpen, panel] = useDisclosure(false)
  const [first, ...rest] = definitions.filter(({ kind }) => kind !== 'chip')
  // One more filter takes no more space than the button that opens the rest.
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
  // This effect resets the text field when a saved view or a removed filter changes the value.
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

import { MultiSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { usStates } from '#web/components/formats/destinations.ts'
import { t } from '#web/i18n/common.ts'
import { countries } from './country-select.tsx'
import { SegmentedField } from './segmented-field.tsx'

export type DestinationMode = 'all' | 'allow' | 'deny'

const modes = [
  { value: 'all', label: t('Everywhere') },
  { value: 'allow', label: t('Only to') },
  { value: 'deny', label: t('Not to') },
]

const places = [
  { group: t('Countries'), items: countries },
  {
    group: t('US states'),
    items: Object.entries(usStates)
      .map(([code, name]) => ({ value: `US-${code}`, label: `${name} (US)` }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  },
]

const unchanged = { value: 'unchanged', label: t('No change') }

/** The fields that select the destinations of a product. */
export function DestinationFields<Mode extends DestinationMode | 'unchanged'>({
  mode,
  destinations,
  onChange,
  hasUnchanged = false,
  error,
}: {
  mode: Mode
  destinations: string[]
  onChange: (mode: Mode, destinations: string[]) => void
  /** Whether the user can choose to leave the destinations of several products unchanged. */
  hasUnchanged?: boolean
  error?: ReactNode
}) {
  return (
    <Stack gap="sm">
      <SegmentedField
        label={t('Destinations')}
        data={hasUnchanged ? [unchanged, ...modes] : modes}
        value={mode}
        onChange={(value) => onChange(value as Mode, value === 'all' ? [] : destinations)}
      />
      {(mode === 'allow' || mode === 'deny') && (
        <MultiSelect
          label={
            mode === 'allow'
              ? t('Countries and states it may go to')
              : t('Countries and states it may not go to')
          }
          placeholder={destinations.length === 0 ? t('Find a country or a US state') : ''}
          data={places}
          value={destinations}
          onChange={(next) => onChange(mode, next)}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={280}
          error={error}
        />
      )}
    </Stack>
  )
}

import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { countryName } from '#web/components/formats/country-name.ts'
import { t } from '#web/i18n/common.ts'
import { locale } from '#web/i18n/language.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const notCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

/** All countries that have a name. */
export const countries = letters
  .flatMap((one) => letters.map((other) => `${one}${other}`))
  .flatMap((code) => {
    const label = countryName(code)
    return label === code || notCountries.has(code) ? [] : [{ value: code, label }]
  })
  .toSorted((one, other) => one.label.localeCompare(other.label, locale))

/**
 * Puts countries that begin with the typed text first. For example, "Neth" finds the Netherlands before the
 * Caribbean Netherlands.
 */
const prefixFirst: OptionsFilter = ({ options, search, limit }) => {
  const typed = search.trim().toLowerCase()
  const getRank = ({ label, value }: ComboboxItem) => {
    const text = label.toLowerCase()
    if (text.startsWith(typed) || value.toLowerCase() === typed) return 0
    if (text.split(/[\s(-]+/).some((word) => word.startsWith(typed))) return 1
    return text.includes(typed) ? 2 : 3
  }
  return (options as ComboboxItem[])
    .map((option, at) => ({ option, at, rank: getRank(option) }))
    .filter(({ rank }) => rank < 3)
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .slice(0, limit)
    .map(({ option }) => option)
}

/** An input that selects a country by name. */
export const CountrySelect = (props: Omit<SelectProps, 'data' | 'filter' | 'searchable'>) => (
  <Select label={t('Country')} searchable data={countries} filter={prefixFirst} {...props} />
)

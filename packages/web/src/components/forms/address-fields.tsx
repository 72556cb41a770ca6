import { Group, Stack, TextInput } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { CountrySelect } from './country-select.tsx'

/*
 * The fields of a postal address. The country comes first, because it determines which other fields the
 * server requires.
 */

export const emptyAddress = {
  name: '',
  line_1: '',
  line_2: '',
  postal_code: '',
  city: '',
  region: '',
  country: '',
  phone: '',
}

type AddressField = keyof typeof emptyAddress

/** Removes empty optional fields. Empty required fields stay, so that the server reports them as missing. */
export const omitEmptyFields = (address: Partial<typeof emptyAddress>) => ({
  name: '',
  line_1: '',
  country: '',
  ...Object.fromEntries(Object.entries(address).filter(([, value]) => value.trim() !== '')),
})

interface AddressFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: the props that the form library passes to any input
  getInputProps: (name: AddressField) => any
  nameLabel?: string
  /** Whether the form already has its own field for the country. */
  withoutCountry?: boolean
}

export const AddressFields = ({
  getInputProps,
  nameLabel = t('Recipient name'),
  withoutCountry = false,
}: AddressFieldsProps) => (
  <Stack gap="sm">
    {!withoutCountry && (
      <CountrySelect nothingFoundMessage={t('No matching country')} {...getInputProps('country')} />
    )}
    <TextInput label={nameLabel} autoComplete="off" {...getInputProps('name')} />
    <TextInput label={t('Street and number')} autoComplete="off" {...getInputProps('line_1')} />
    <TextInput
      label={t('Address line 2 (optional)')}
      autoComplete="off"
      {...getInputProps('line_2')}
    />
    <Group grow align="flex-start" gap="sm">
      <TextInput label={t('Postal code')} autoComplete="off" {...getInputProps('postal_code')} />
      <TextInput label={t('City')} autoComplete="off" {...getInputProps('city')} />
    </Group>
    <TextInput label={t('State or region')} autoComplete="off" {...getInputProps('region')} />
    <TextInput label={t('Phone (optional)')} autoComplete="off" {...getInputProps('phone')} />
  </Stack>
)

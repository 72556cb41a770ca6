import { Group, Stack, TextInput } from '@mantine/core'
import { CountrySelect } from './country-select.tsx'

/* A postal address. The country comes first: the server decides by it which other fields are required. */

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

type AddressName = keyof typeof emptyAddress

/** What was not filled in is left out; what every address needs stays, so that its absence is told. */
export const withoutEmpty = (address: Partial<typeof emptyAddress>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).filter(
      ([name, value]) => value.trim() !== '' || ['name', 'line_1', 'country'].includes(name),
    ),
  )

interface AddressFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: what the form library hands to any input
  props: (name: AddressName) => any
}

export const AddressFields = ({ props }: AddressFieldsProps) => (
  <Stack gap="sm">
    <CountrySelect nothingFoundMessage="No country by that name" {...props('country')} />
    <TextInput label="Name on the parcel" autoComplete="off" {...props('name')} />
    <TextInput label="Street and number" autoComplete="off" {...props('line_1')} />
    <TextInput label="Second line (optional)" autoComplete="off" {...props('line_2')} />
    <Group grow align="flex-start" gap="sm">
      <TextInput label="Postal code" autoComplete="off" {...props('postal_code')} />
      <TextInput label="City" autoComplete="off" {...props('city')} />
    </Group>
    <TextInput label="State or region" autoComplete="off" {...props('region')} />
    <TextInput label="Telephone (optional)" autoComplete="off" {...props('phone')} />
  </Stack>
)

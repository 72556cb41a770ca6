import { TagsInput, type TagsInputProps } from '@mantine/core'

interface AddressesInputProps
  extends Required<Pick<TagsInputProps, 'label' | 'description' | 'value' | 'onChange'>> {
  /** The name of the field in errors, which can name one of its entries. */
  name: string
  errors: Readonly<Record<string, React.ReactNode>>
}

const maxAddresses = 50

/** Splits a pasted list into its entries. */
const splitEntries = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** A field for IP addresses and ranges. It shows the error of any of its entries. */
export const AddressesInput = ({ name, errors, onChange, ...props }: AddressesInputProps) => (
  <TagsInput
    splitChars={[',', ' ', ';', '\n']}
    maxTags={maxAddresses}
    acceptValueOnBlur
    classNames={{ input: 'mono' }}
    onChange={(addresses) => onChange(addresses.flatMap(splitEntries))}
    error={Object.entries(errors).find(([field]) => field.startsWith(name))?.[1]}
    {...props}
  />
)

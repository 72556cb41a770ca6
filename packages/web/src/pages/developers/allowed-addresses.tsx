import type { ReactNode } from 'react'
import type { ApiKey } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { AddressesInput } from '#web/components/forms/addresses-input.tsx'
import { t } from '#web/i18n/developers.ts'

interface AllowedAddressesFieldProps {
  value: string[]
  onChange: (addresses: string[]) => void
  errors: Readonly<Record<string, ReactNode>>
}

/** A field for the addresses and ranges that may use a key. It shows the error of any of its entries. */
export const AllowedAddressesField = ({ value, onChange, errors }: AllowedAddressesFieldProps) => (
  <AddressesInput
    name="allowed_addresses"
    label={t('Allowed addresses (optional)')}
    description={t(
      'IP addresses and ranges of your servers, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow every address.',
    )}
    value={value}
    onChange={onChange}
    errors={errors}
  />
)

/** Opens a form that changes the addresses that may use a key. */
export const changeAllowedAddresses = ({ id, name, allowed_addresses }: ApiKey): void =>
  openForm({
    title: t('Allowed addresses of {name}', { name }),
    size: 'lg',
    initial: { allowed_addresses: [...allowed_addresses] },
    onSubmit: (values) => api.put(`/api-keys/${id}/allowed-addresses`, values),
    onDone: () =>
      toast(t('Allowed addresses of {name} saved. They apply from the next request.', { name })),
    submitLabel: t('Save'),
    children: (form) => (
      <AllowedAddressesField
        value={form.values.allowed_addresses}
        onChange={(addresses) => form.setFieldValue('allowed_addresses', addresses)}
        errors={form.errors}
      />
    ),
  })

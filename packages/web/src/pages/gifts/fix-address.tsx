import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import {
  AddressFields,
  emptyAddress,
  omitEmptyFields,
} from '#web/components/forms/address-fields.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import type { Gift } from './gift.ts'
import { toastGiftError } from './server-texts.ts'

type Address = Record<keyof typeof emptyAddress, string>

interface FixAddressProps {
  gift: Gift
  close: () => void
}

/**
 * A form that corrects the stored address or takes a new address. To see the stored address, an admin must
 * give a reason.
 */
export function FixAddress(props: FixAddressProps) {
  const isAdmin = usePermission('recipients:write')
  const [address, setAddress] = useState<Address>()
  const empty = {
    ...emptyAddress,
    name: props.gift.recipient.name,
    country: props.gift.country ?? '',
  }
  if (address !== undefined) return <AddressForm {...props} address={address} />
  if (!isAdmin || !props.gift.has_address) return <AddressForm {...props} address={empty} />
  return (
    <RevealReasonForm
      {...props}
      onAddress={(revealed) => setAddress({ ...empty, ...revealed })}
      onEnterNew={() => setAddress(empty)}
    />
  )
}

interface RevealReasonFormProps extends FixAddressProps {
  onAddress: (address: Partial<Address>) => void
  onEnterNew: () => void
}

function RevealReasonForm({ gift, onAddress, onEnterNew }: RevealReasonFormProps) {
  const [reason, setReason] = useState('')
  const reveal = useMutation({
    mutationFn: () => api.post(`/gift-requests/${gift.id}/reveal`, { reason }),
    onSuccess: ({ shipping_address }) => {
      onAddress(shipping_address)
    },
    onError: toastGiftError,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '') reveal.mutate()
      }}
    >
      <Stack>
        <Text size="sm">
          {t(
            'To correct the stored address, say why you need to see it. The reason is recorded in the audit log.',
          )}
        </Text>
        <TextInput
          label={t('Reason')}
          placeholder={t('The carrier rejected the address')}
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onEnterNew}>
            {t('Enter a new address')}
          </Button>
          <Button type="submit" disabled={reason.trim() === ''} loading={reveal.isPending}>
            {t('Show and correct')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * The form with the address. If the user saves an unchanged address, the service buys a new label, because
 * the carrier may accept the address now.
 */
function AddressForm({ gift, close, address }: FixAddressProps & { address: Address }) {
  return (
    <Form
      initial={{ shipping_address: address }}
      onSubmit={({ shipping_address }) =>
        api.post(`/gift_requests/${gift.id}/change_address`, {
          shipping_address: omitEmptyFields(shipping_address),
        })
      }
      onDone={() => {
        close()
        toast(t('Address saved. A new label is being bought.'))
      }}
      submitLabel={t('Save and buy label')}
      onCancel={close}
    >
      {(form) => (
        <AddressFields getInputProps={(name) => form.getInputProps(`shipping_address.${name}`)} />
      )}
    </Form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { AddressFields, emptyAddress, withoutEmpty } from '#web/blocks/address-fields.tsx'
import { Form } from '#web/blocks/form.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { reloadGifts } from './bulk-run.ts'
import type { Gift } from './detail.ts'

/** The whole address anew: what was there stays covered. */
export function FixAddress({ gift, close }: { gift: Gift; close: () => void }) {
  const client = useQueryClient()
  return (
    <Form
      initial={{
        shipping_address: {
          ...emptyAddress,
          name: gift.recipient.name,
          country: gift.address?.country ?? '',
        },
      }}
      send={({ shipping_address }) =>
        api.post(`/gift-requests/${gift.id}/fix-address`, {
          shipping_address: withoutEmpty(shipping_address),
        })
      }
      onDone={() => {
        close()
        toast('The address is corrected. A new label is bought.')
        void reloadGifts(client)
      }}
      verb="Correct and ship"
      cancel={close}
    >
      {(form) => <AddressFields props={(name) => form.getInputProps(`shipping_address.${name}`)} />}
    </Form>
  )
}

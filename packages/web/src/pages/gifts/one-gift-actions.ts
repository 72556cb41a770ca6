import type { ListedGift } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { BulkActionInput } from './bulk-actions.ts'
import { describeExtension } from './run-bulk-action.ts'
import { toastGiftError } from './server-texts.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Performs an action on one gift at once, and reports the result. */
export async function performOn(gift: ListedGift, action: BulkActionInput): Promise<void> {
  const { id, reference, recipient } = gift
  switch (action.kind) {
    case 'remind':
      await api.post(`/gift_requests/${id}/remind`)
      toast(t('A reminder is being sent to {email}.', { email: recipient.email || recipient.name }))
      break
    case 'cancel':
      await api.post(`/gift_requests/${id}/cancel`)
      toast(t('{reference} was cancelled.', { reference }))
      break
    case 'send_again': {
      const sent = await api.post(`/gift_requests/${id}/send_again`, {})
      toast(t('Sent again as {reference}.', { reference: sent.gift_request.reference }))
      break
    }
    case 'extend':
      await extend(gift, action.days)
  }
}

async function extend({ id, expires_at }: ListedGift, days: number): Promise<void> {
  const setExpiry = (at: string) =>
    api.post(`/gift_requests/${id}/extend`, { expires_at: at }).then(() => {})
  await setExpiry(new Date(Date.parse(expires_at) + days * dayMs).toISOString())
  toastUndo(describeExtension(1, days), () => {
    setExpiry(expires_at).catch(toastGiftError)
  })
}

import type { AttentionEntry } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n/attention.ts'

type DirectAction = (entry: AttentionEntry) => Promise<string>

const dayMs = 24 * 60 * 60 * 1000

/**
 * The actions that need no further input. The key is the operation of the public API. Each action returns a
 * message.
 */
export const directActions: Readonly<Record<string, DirectAction>> = {
  async remindGiftRequest({ gift_request_id }) {
    await api.post(`/gift_requests/${gift_request_id}/remind`)
    return t('Reminder sent.')
  },
  async recoverDeliveries({ subject }) {
    const since = new Date(Date.now() - 3 * dayMs).toISOString()
    const { resent } = await api.post(`/endpoints/${subject.id}/recover`, { since })
    return t('{count} events are sent again.', { count: resent })
  },
  async sendTestEvent({ subject }) {
    await api.post(`/endpoints/${subject.id}/test`, { type: 'gift_request_created' })
    return t('Test event sent.')
  },
}

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SendChoices } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toastError } from '#web/components/toast.tsx'
import { useMe } from '#web/session.ts'
import { deleteDraft, loadDraft, saveDraft } from './draft-storage.ts'
import { createDraft, hasContent, type SendDraft } from './send-draft.ts'

const saveDelayMs = 400

export type UpdateDraft = (
  change: Partial<SendDraft> | ((draft: SendDraft) => Partial<SendDraft>),
) => void

/** The stored draft of the signed-in user, with the campaign and the recipient from the URL. */
export function useSendDraft(campaign_id?: string, recipient_id?: string) {
  const { id } = useMe()
  const [draft, setDraft] = useState<SendDraft>()
  const [isRestored, setRestored] = useState(false)
  const latest = useRef<SendDraft>(undefined)
  latest.current = draft
  useEffect(() => {
    void Promise.all([loadDraft(id), loadRecipient(recipient_id)]).then(([saved, recipient]) => {
      const draft = { ...(saved ?? createDraft()), ...(saved?.began_at == null && recipient) }
      const usesCampaign = campaign_id !== undefined && draft.began_at === null
      setDraft(usesCampaign ? { ...draft, campaign_id, is_ad_hoc: false, quantities: {} } : draft)
      setRestored(saved !== undefined && hasContent(saved))
    })
  }, [id, campaign_id, recipient_id])
  useEffect(() => {
    if (draft === undefined || !hasContent(draft)) return
    const timer = setTimeout(() => void saveDraft(id, draft), saveDelayMs)
    return () => clearTimeout(timer)
  }, [id, draft])
  const change: UpdateDraft = useCallback((change) => {
    setDraft(
      (current) =>
        current && { ...current, ...(typeof change === 'function' ? change(current) : change) },
    )
  }, [])
  /** Stores the draft without a delay: a reload must not lose which rows were sent. */
  const saveNow = useCallback(async () => {
    if (latest.current !== undefined) await saveDraft(id, latest.current)
  }, [id])
  const startOver = useCallback(() => {
    void deleteDraft(id)
    setRestored(false)
    setDraft(createDraft())
  }, [id])
  return { draft, change, saveNow, startOver, isRestored }
}

/** The recipients step with a known recipient. The last word of the name is a guess that the sender can correct. */
async function loadRecipient(recipient_id: string | undefined): Promise<Partial<SendDraft>> {
  if (recipient_id === undefined) return {}
  const { name, email } = await api.get(`/recipients/${recipient_id}`).catch((error: Error) => {
    toastError(error)
    return { name: '', email: '' }
  })
  if (email === '') return {}
  const words = name.split(' ')
  const last_name = words.length > 1 ? (words.pop() ?? '') : ''
  return {
    input_method: 'one',
    file: null,
    rows: [{ line: 1, cells: { first_name: words.join(' '), last_name, email } }],
  }
}

export const useSendChoices = (): SendChoices | undefined =>
  useQuery({
    queryKey: ['send-choices'],
    queryFn: () => api.get('/send/choices'),
    staleTime: 60_000,
  }).data

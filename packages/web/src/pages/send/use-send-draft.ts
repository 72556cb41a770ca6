import { useCallback, useEffect, useRef, useState } from 'react'
import type { SendChoices } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toastError } from '#web/components/feedback/toast.tsx'
import { useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { findRefusal, toContactRow } from './contact-rows.ts'
import { deleteDraft, loadDraft, loadUnfinishedSend, saveDraft } from './draft-storage.ts'
import { createDraft, hasContent, type SendDraft } from './send-draft.ts'

const saveDelayMs = 400

export type UpdateDraft = (
  change: Partial<SendDraft> | ((draft: SendDraft) => Partial<SendDraft>),
) => void

/** The ids in the URL. */
interface DraftIds {
  campaign_id?: string | undefined
  recipient_id?: string | undefined
  contact_id?: string | undefined
}

/**
 * Loads the stored draft of the signed-in user, with the campaign and the person from the URL. If a send
 * stopped before its end and the user has begun no other draft, that send continues.
 */
export function useSendDraft(ids: DraftIds) {
  const { campaign_id, recipient_id, contact_id } = ids
  const { id } = useMe()
  const [draft, setDraft] = useState<SendDraft>()
  const [isRestored, setRestored] = useState(false)
  const [unfinished, setUnfinished] = useState<SendDraft>()
  useEffect(() => {
    const load = async () => {
      const [saved, stopped, recipient] = await Promise.all([
        loadDraft(id),
        loadUnfinishedSend(id),
        contact_id === undefined ? loadRecipient(recipient_id) : loadContact(contact_id),
      ])
      const isNew = [campaign_id, recipient_id, contact_id].some((each) => each !== undefined)
      setUnfinished(stopped)
      if (stopped !== undefined && !isNew && (saved === undefined || !hasContent(saved)))
        return setDraft(stopped)
      const draft = { ...(saved ?? createDraft()), ...recipient }
      setDraft(campaign_id === undefined ? draft : withCampaign(draft, campaign_id))
      setRestored(saved !== undefined && hasContent(saved))
    }
    load().catch(toastError)
  }, [id, campaign_id, recipient_id, contact_id])
  useStoredDraft(id, draft)
  const change: UpdateDraft = useCallback((change) => {
    setDraft(
      (current) =>
        current && { ...current, ...(typeof change === 'function' ? change(current) : change) },
    )
  }, [])
  const startOver = useCallback(() => {
    if (draft !== undefined) deleteDraft(id, draft).catch(toastError)
    setRestored(false)
    setDraft(createDraft())
  }, [id, draft])
  return { draft, change, startOver, isRestored, unfinished, open: setDraft }
}

const withCampaign = (draft: SendDraft, campaign_id: string): SendDraft => ({
  ...draft,
  campaign_id,
  is_ad_hoc: false,
  quantities: {},
})

/**
 * Stores the draft in the browser. The rows of a started send are stored at once, because a reload must not
 * lose the information which rows were sent. Typed text is stored after a pause.
 */
function useStoredDraft(userId: string, draft: SendDraft | undefined): void {
  const unsaved = useRef<SendDraft>(undefined)
  useEffect(() => {
    if (draft === undefined || !hasContent(draft)) return
    unsaved.current = draft
    const save = () => {
      unsaved.current = undefined
      saveDraft(userId, draft).catch(toastError)
    }
    if (draft.began_at !== null) return save()
    const timer = setTimeout(save, saveDelayMs)
    return () => clearTimeout(timer)
  }, [userId, draft])
  useEffect(
    () => () => {
      if (unsaved.current !== undefined) saveDraft(userId, unsaved.current).catch(toastError)
    },
    [userId],
  )
}

/**
 * Loads a recipient for the recipients step. The last word of the name becomes the last name. This is a
 * guess, and the sender can correct it.
 */
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

/** Loads a contact for the recipients step. A contact who gets no gifts is an error of the page. */
async function loadContact(contact_id: string): Promise<Partial<SendDraft>> {
  const contact = await api.get(`/contacts/${contact_id}`).catch(toastError)
  if (contact === undefined) return {}
  const refusal = findRefusal(contact)
  if (refusal === undefined)
    return { input_method: 'one', file: null, rows: [toContactRow(contact)] }
  toastError(new Error(refusal))
  return {}
}

export const useSendChoices = (): SendChoices | undefined =>
  useRead('/send/choices', undefined, { staleTime: 60_000 }).data

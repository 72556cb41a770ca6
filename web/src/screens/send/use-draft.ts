import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#web/api.ts'
import { useMe } from '#web/session.ts'
import { type Choices, type Draft, hasContent, newDraft } from './draft.ts'
import { forgetDraft, keepDraft, recallDraft } from './keep.ts'

const pause = 400 // milliseconds without a change, after which it is kept

export type Change = (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void

/** The draft of whoever is signed in, as they left it, with the campaign that somebody came here to give from. */
export function useDraft(campaign_id?: string) {
  const { id } = useMe()
  const [draft, setDraft] = useState<Draft>()
  const [isRecalled, setRecalled] = useState(false)
  const latest = useRef<Draft>(undefined)
  latest.current = draft
  useEffect(() => {
    void recallDraft(id).then((kept) => {
      const draft = kept ?? newDraft()
      const wanted = campaign_id !== undefined && draft.began_at === null
      setDraft(wanted ? { ...draft, campaign_id, is_ad_hoc: false, quantities: {} } : draft)
      setRecalled(kept !== undefined && hasContent(kept))
    })
  }, [id, campaign_id])
  useEffect(() => {
    if (draft === undefined || !hasContent(draft)) return
    const timer = setTimeout(() => void keepDraft(id, draft), pause)
    return () => clearTimeout(timer)
  }, [id, draft])
  const change: Change = useCallback((change) => {
    setDraft((was) => was && { ...was, ...(typeof change === 'function' ? change(was) : change) })
  }, [])
  /** At once: what was sent must be known after whatever happens next. */
  const keepNow = useCallback(async () => {
    if (latest.current !== undefined) await keepDraft(id, latest.current)
  }, [id])
  const startOver = useCallback(() => {
    void forgetDraft(id)
    setRecalled(false)
    setDraft(newDraft())
  }, [id])
  return { draft, change, keepNow, startOver, isRecalled }
}

export const useChoices = (): Choices | undefined =>
  useQuery({
    queryKey: ['send-choices'],
    queryFn: () => api.get<Choices>('/send/choices'),
    staleTime: 60_000,
  }).data

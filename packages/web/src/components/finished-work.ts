import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#web/query-client.ts'
import { announce } from './announcer.tsx'

/** A long action of the user that has ended, such as sending to a list. */
export interface FinishedWork {
  /** Of a bulk action its id, so that the report of the server does not repeat it. */
  id: string
  /** '190 gifts sent'. Without personal data. */
  text: string
  /** The page that shows the result. */
  path: string
  at: string
}

const maxEntries = 20
/** Cached with the data of the user, so that signing out clears it. */
const queryKey = ['finished work']
const keepForever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** Adds an entry to the notifications and announces it. */
export function reportFinished(text: string, path: string, id: string = crypto.randomUUID()): void {
  const entry = { id, text, path, at: new Date().toISOString() }
  queryClient.setQueryDefaults(queryKey, keepForever)
  queryClient.setQueryData<FinishedWork[]>(queryKey, (entries = []) =>
    [entry, ...entries].slice(0, maxEntries),
  )
  announce(text)
}

/** The ended actions of this session, the newest first. */
export const useFinishedWork = (): readonly FinishedWork[] =>
  useQuery<FinishedWork[]>({ queryKey, queryFn: () => [], ...keepForever }).data ?? []

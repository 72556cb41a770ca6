import { useQuery } from '@tanstack/react-query'

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

/** Cached with the data of the user, so that signing out clears it. */
export const finishedWorkKey = ['finished work']
export const keepForever = {
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
} as const

/** The ended actions of this session, the newest first. */
export const useFinishedWork = (): readonly FinishedWork[] =>
  useQuery<FinishedWork[]>({ queryKey: finishedWorkKey, queryFn: () => [], ...keepForever }).data ??
  []

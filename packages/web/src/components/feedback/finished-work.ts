import { useQuery } from '@tanstack/react-query'

/** A long action of the user that has ended, such as sending to a list. */
export interface FinishedWork {
  /**
   * The id of the work. For a bulk action it is the id of that action, so that the report of the server does
   * not repeat it.
   */
  id: string
  /** A text such as '190 gifts sent'. It contains no personal data. */
  text: string
  /** The path of the page that shows the result. */
  path: string
  at: string
}

/**
 * The cache key of the ended actions. The cache contains them together with the data of the user, so that
 * signing out clears them.
 */
export const finishedWorkKey = ['finished work']
export const keepForever = {
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
} as const

/** Returns the actions that have ended in this session, with the newest first. */
export const useFinishedWork = (): readonly FinishedWork[] =>
  useQuery<FinishedWork[]>({ queryKey: finishedWorkKey, queryFn: () => [], ...keepForever }).data ??
  []

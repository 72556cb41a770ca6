import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/**
 * Reads the data for the page of a gift. The details come first, because they have the version. If the gift
 * changes during the other requests, the change is newer than this version, and the page loads again.
 */
async function readGift(path: `/gift_requests/${string}`, signal: AbortSignal) {
  const details = await api.get(`${path}/details`, undefined, signal)
  const { has_problem_reports } = details
  const [gift, history, parcels, emails, reports] = await Promise.all([
    api.get(path, undefined, signal),
    api.get(`${path}/history`, undefined, signal),
    api.get(`${path}/parcels`, undefined, signal),
    api.get(`${path}/emails`, undefined, signal),
    has_problem_reports ? api.get(`${path}/problem_reports`, undefined, signal) : { data: [] },
  ])
  return {
    ...gift,
    ...details,
    history: history.data,
    parcels: parcels.data,
    emails: emails.data,
    problem_reports: reports.data,
  }
}
export type Gift = Awaited<ReturnType<typeof readGift>>

export function useGift(id: string, options?: Pick<UseQueryOptions<Gift>, 'refetchInterval'>) {
  const path = `/gift_requests/${id}` as const
  return useQuery({
    queryKey: [path, 'page'],
    queryFn: ({ signal }) => readGift(path, signal),
    ...options,
  })
}

import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/**
 * Reads what the page of a gift shows. The details come first: they have the version, so a change during the other reads is
 * newer than it, and the page loads again.
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

export function useGift(id: string) {
  const path = `/gift_requests/${id}` as const
  return useQuery({ queryKey: [path, 'page'], queryFn: ({ signal }) => readGift(path, signal) })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PackingParcel } from '#web/admin-api.ts'
import { api } from '#web/api.ts'

const pollMs = 5_000
const renewMs = 60_000
export const leasesKey = ['packing', 'leases']

/** A parcel that the user must stop packing. */
export interface EndedLease {
  id: string
  barcode: string
  reason: NonNullable<PackingParcel['ended']> | 'expired'
}

/**
 * Returns the parcels that the user has taken. If the user loses a parcel without an action of their own, the
 * hook reports this once. It extends the leases while the user is active.
 */
export function useLeases(onEnded: (ended: EndedLease) => void) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: leasesKey,
    queryFn: () => api.get('/packing/leases'),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
  const known = useRef(new Map<string, string>())
  const reported = useRef(new Set<string>())
  const onEndedRef = useRef(onEnded)
  onEndedRef.current = onEnded
  /**
   * Removes a parcel from the list of known leases. The user has ended its lease, so the end needs no report.
   */
  const forget = useCallback((id: string) => {
    known.current.delete(id)
  }, [])
  useEffect(() => {
    if (data === undefined) return
    const present = new Set(data.data.map(({ id }) => id))
    for (const [id, barcode] of known.current)
      if (!present.has(id)) {
        known.current.delete(id)
        onEndedRef.current({ id, barcode, reason: 'expired' })
      }
    for (const { id, barcode, ended } of data.data) {
      if (ended === null) {
        known.current.set(id, barcode)
        reported.current.delete(id)
      } else if (!reported.current.has(id)) {
        reported.current.add(id)
        known.current.delete(id)
        onEndedRef.current({ id, barcode, reason: ended })
        void api
          .delete(`/packing/leases/${id}`)
          .then(() => client.invalidateQueries({ queryKey: ['packing'] }))
      }
    }
  }, [data, client])
  useRenewal((data?.data.length ?? 0) > 0)
  const parcels = (data?.data ?? []).filter(({ ended }) => ended === null)
  return {
    parcels,
    isLoaded: data !== undefined,
    isLoading: data === undefined && error === null,
    error,
    refetch,
    forget,
  }
}

/** Extends the leases every minute if the user was active in that minute. */
function useRenewal(hasLeases: boolean): void {
  const [activity] = useState(() => ({ isActive: false }))
  useEffect(() => {
    const note = () => {
      activity.isActive = true
    }
    document.addEventListener('keydown', note)
    document.addEventListener('pointerdown', note)
    return () => {
      document.removeEventListener('keydown', note)
      document.removeEventListener('pointerdown', note)
    }
  }, [activity])
  useEffect(() => {
    if (!hasLeases) return
    const timer = setInterval(() => {
      if (!activity.isActive) return
      activity.isActive = false
      void api.post('/packing/leases/renew').catch(() => {})
    }, renewMs)
    return () => clearInterval(timer)
  }, [activity, hasLeases])
}

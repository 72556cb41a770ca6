import { useSyncExternalStore } from 'react'

const probeIntervalMs = 3_000

interface Connection {
  /** Whether the last request got no response from the service. */
  isLost: boolean
  /** The time of the last response of the service in milliseconds. */
  lastContactMs: number
}

/**
 * Creates an object that tracks whether the service is reachable. If it is not, a small request checks the
 * service every few seconds. Another check runs at once when the browser reports that it is online again.
 */
function createConnection() {
  const listeners = new Set<() => void>()
  const restoredListeners = new Set<() => void>()
  let state: Connection = { isLost: false, lastContactMs: Date.now() }
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = (next: Connection) => {
    state = next
    for (const listener of listeners) listener()
  }
  const probe = () => {
    clearTimeout(timer)
    fetch('/admin/api/session', { cache: 'no-store' }).then(
      ({ status }) => (isUnavailable(status) ? schedule() : reportContact()),
      schedule,
    )
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(probe, probeIntervalMs)
  }
  function reportContact(): void {
    clearTimeout(timer)
    const wasLost = state.isLost
    state = { ...state, lastContactMs: Date.now() }
    if (!wasLost) return
    change({ ...state, isLost: false })
    for (const listener of restoredListeners) listener()
  }
  function reportLost(): void {
    if (state.isLost) return
    change({ ...state, isLost: true })
    schedule()
  }
  window.addEventListener('online', () => state.isLost && probe())
  window.addEventListener('offline', reportLost)
  return {
    get: () => state,
    reportContact,
    reportLost,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Calls the listener each time the service becomes reachable again. Returns a function that removes the
     * listener.
     */
    onRestored(listener: () => void) {
      restoredListeners.add(listener)
      return () => restoredListeners.delete(listener)
    },
  }
}

/** Returns whether a status comes from a proxy that cannot reach the service. */
export const isUnavailable = (status: number): boolean => [502, 503, 504].includes(status)

export const connection = createConnection()

export const useConnection = (): Connection =>
  useSyncExternalStore(connection.subscribe, connection.get)

import { useEffect, useState } from 'react'

/**
 * Returns the whole seconds until a time in milliseconds since 1970. Returns 0 after that time, and if there
 * is no time.
 */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = until === undefined || until <= now
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])
  return isOver ? 0 : Math.ceil((until - now) / 1000)
}

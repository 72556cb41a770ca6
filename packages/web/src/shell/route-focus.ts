import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const maxWaitMs = 10_000

/**
 * Moves the focus to the heading of the page after navigation, so that screen readers read the heading. If
 * the heading loads with data, the hook waits for it. If the user has already moved the focus, the hook does
 * not change it.
 */
export function useRouteFocus(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === undefined || previous.current === path) {
      previous.current = path
      return
    }
    previous.current = path
    const main = document.getElementById('main')
    if (main === null) return
    const before = document.activeElement
    const observer = new MutationObserver(() => tryFocus())
    const stop = () => {
      clearTimeout(timer)
      observer.disconnect()
    }
    const timer = setTimeout(stop, maxWaitMs)
    const tryFocus = () => {
      const active = document.activeElement
      if (active !== before && active !== document.body) return stop()
      const heading = main.querySelector<HTMLElement>('h1')
      if (heading === null) return
      stop()
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    observer.observe(main, { childList: true, subtree: true })
    tryFocus()
    return stop
  }, [path])
}

import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Scrolls a row of tabs so that the selected tab is visible. The page itself does not scroll. */
export function useVisibleTab<Row extends HTMLElement>(selected: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the selected tab
  useLayoutEffect(() => {
    const box = row.current?.getBoundingClientRect()
    const tab = row.current
      ?.querySelector('[aria-selected="true"], [aria-pressed="true"]')
      ?.getBoundingClientRect()
    if (row.current === null || box === undefined || tab === undefined) return
    if (tab.left < box.left) row.current.scrollLeft -= box.left - tab.left
    else if (tab.right > box.right) row.current.scrollLeft += tab.right - box.right
  }, [selected])
  return row
}

import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'

interface RovingFocus<Container extends Element> {
  /** The element that contains the links. */
  container: RefObject<Container | null>
  /** The index of the link under the pointer or with the focus. */
  active: number | undefined
  /** The index of the link that the Tab key reaches. */
  tabStop: number
  setActive: (at: number | undefined) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Returns the state of many links that share one tab stop. The Tab key reaches the last link first. After
 * that, the arrow keys move the focus to another link.
 */
export function useRovingFocus<Container extends Element>(count: number): RovingFocus<Container> {
  const [active, setActive] = useState<number>()
  const container = useRef<Container>(null)
  const tabStop = Math.min(active ?? count - 1, count - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = nextIndex(event.key, tabStop, count)
    if (at === undefined) return
    event.preventDefault()
    container.current?.querySelectorAll('a')[at]?.focus()
  }
  return { container, active, tabStop, setActive, onKeyDown }
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(at + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

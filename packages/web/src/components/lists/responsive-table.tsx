import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Density } from './use-density.ts'

const narrowPx = 640
/** The minimum width of a window in pixels in which a table in a narrow box stays a table if it fits. */
const desktopPx = 768

/**
 * A table whose rows become cards when its columns do not fit, so that nothing is cut off. The component
 * compares the width of the columns with the width of its box. Therefore long values make the rows cards
 * earlier.
 */
export function ResponsiveTable({
  label,
  isPanel = false,
  density = 'comfortable',
  children,
}: {
  label: string
  /** Whether the table draws the border of a panel. */
  isPanel?: boolean
  density?: Density
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useResponsiveLayout(box)
  return (
    <div ref={box} {...(isPanel && { className: 'panel' })}>
      <table className="list" aria-label={label} data-density={density}>
        {children}
      </table>
    </div>
  )
}

/**
 * Sets the attribute `data-folded` of the box. It is absent for a table, and 'wide' or 'narrow' for cards
 * (global.css). If a table is too wide, it first gets narrower columns without the less important ones
 * (`data-tight`), so that a laptop shows a table.
 */
function useResponsiveLayout(box: RefObject<HTMLDivElement | null>): void {
  // This effect runs after each change of the rows, because the required width may change.
  useLayoutEffect(() => {
    if (box.current !== null) updateLayout(box.current)
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    let width = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      updateLayout(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}

function updateLayout(element: HTMLDivElement): void {
  const { dataset } = element
  delete dataset.folded
  delete dataset.tight
  const isTooWide = () => element.scrollWidth > element.clientWidth
  const isNarrow = element.clientWidth < narrowPx
  if (isNarrow && window.innerWidth < desktopPx) dataset.folded = 'narrow'
  else if (isTooWide()) {
    dataset.tight = ''
    if (!isTooWide()) return
    delete dataset.tight
    dataset.folded = isNarrow ? 'narrow' : 'wide'
  }
}

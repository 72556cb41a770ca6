import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Density } from './use-density.ts'

const narrowPx = 640
/** In a window of this width, a table in a narrow box stays a table if it fits. */
const desktopPx = 768

/**
 * A table whose rows become cards when its columns do not fit, so that nothing is cut off. It compares the width
 * of the columns with the width of its box, so long values fold it earlier.
 */
export function ResponsiveTable({
  label,
  isPanel = false,
  density = 'comfortable',
  children,
}: {
  label: string
  /** Whether the table draws a panel border. */
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
 * Sets `data-folded` on the box: absent for a table, 'wide' or 'narrow' for cards (global.css). A table that is too wide
 * first gets tighter columns without the minor ones (`data-tight`), so that a laptop shows a table.
 */
function useResponsiveLayout(box: RefObject<HTMLDivElement | null>): void {
  // runs after each change of the rows, because the required width may change
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

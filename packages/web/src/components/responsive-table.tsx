import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

const narrowPx = 640

/**
 * A table whose rows become cards as soon as its columns need more room than there is, so that nothing is
 * cut off. It compares what the columns need with the width of its box, so long names fold it earlier.
 */
export function ResponsiveTable({
  label,
  isPanel = false,
  children,
}: {
  label: string
  /** Whether it draws the frame of a panel around itself. */
  isPanel?: boolean
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useResponsiveLayout(box)
  return (
    <div ref={box} {...(isPanel && { className: 'panel' })}>
      <table className="list" aria-label={label}>
        {children}
      </table>
    </div>
  )
}

/** Sets `data-folded` on the box: absent for a table, 'wide' or 'narrow' for cards (look.css). */
function useResponsiveLayout(box: RefObject<HTMLDivElement | null>): void {
  // after each change of the rows: they may need more or less room than before
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
  element.removeAttribute('data-folded')
  const { clientWidth, scrollWidth } = element
  if (clientWidth < narrowPx) element.dataset.folded = 'narrow'
  else if (scrollWidth > clientWidth) element.dataset.folded = 'wide'
}

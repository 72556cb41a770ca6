import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

const announcements = new EventTarget()

/** Announces a text to screen readers. A screen reader reads it after its current sentence. */
export const announce = (text: string): void => {
  announcements.dispatchEvent(new CustomEvent('announce', { detail: text }))
}

/**
 * The live region of the app. It is always rendered, because screen readers ignore a region that appears
 * together with its text.
 */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => {
    const show = (event: Event) => setText((event as CustomEvent<string>).detail)
    announcements.addEventListener('announce', show)
    return () => announcements.removeEventListener('announce', show)
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite" data-announcer>
      {text}
    </VisuallyHidden>
  )
}

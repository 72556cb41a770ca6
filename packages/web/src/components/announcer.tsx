import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

const announcements = new EventTarget()

/** Has screen readers say a text when they have finished what they are saying. */
export const announce = (text: string): void => {
  announcements.dispatchEvent(new CustomEvent('announce', { detail: text }))
}

/** The live region of the app; it stays in the page, because regions that come with their text are not read. */
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

import { type RefObject, useEffect } from 'react'

/** The keys j and k focus the link of the next or previous row; Enter opens it and x selects the row. */
export function useRowShortcuts(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key !== 'j' && event.key !== 'k' && event.key !== 'x') return
      if (localStorage.getItem('bestow.single_keys') === 'false') return
      if (
        event.target instanceof HTMLElement &&
        /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      )
        return
      if (event.key === 'x') {
        const row = document.activeElement?.closest('tr')
        row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
        return
      }
      const links = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLElement)
      const next = links[event.key === 'j' ? at + 1 : Math.max(0, at - 1)]
      next?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [container])
}

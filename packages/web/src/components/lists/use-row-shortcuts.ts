import { type RefObject, useEffect } from 'react'

/**
 * Handles the keyboard shortcuts of rows. The keys j and k focus the link of the next or previous row. Enter
 * opens the row, x selects it, and the space bar shows its preview.
 */
export function useRowShortcuts(
  container: RefObject<HTMLElement | null>,
  togglePreview?: (id: string) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (!['j', 'k', 'x', ' '].includes(event.key)) return
      if (localStorage.getItem('bestow.single_keys') === 'false') return
      if (
        event.target instanceof HTMLElement &&
        /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      )
        return
      const row = document.activeElement?.closest('tr')
      if (event.key === ' ') {
        if (togglePreview === undefined || !document.activeElement?.matches('[data-row]')) return
        event.preventDefault()
        if (row?.dataset.id !== undefined) togglePreview(row.dataset.id)
        return
      }
      if (event.key === 'x') {
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
  }, [container, togglePreview])
}

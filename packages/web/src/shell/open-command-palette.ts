import { useEffect } from 'react'
import { createOnDemand } from '#web/components/layout/on-demand.tsx'

const load = () => import('./command-palette.tsx')

/** The command palette as a part that loads on demand. The shell renders it only once. */
export const palettePart = createOnDemand(() => load().then((m) => m.CommandPalette))

export function openCommandPalette(): void {
  palettePart.request()
  void load().then(({ openPalette }) => openPalette(), ignore)
}

/** Opens and closes the command palette with Ctrl K, also while the user types in a field. */
export function useCommandPaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey
      if (!hasModifier || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      palettePart.request()
      void load().then(({ togglePalette }) => togglePalette(), ignore)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Does nothing on a failure, because `palettePart` already reports it. */
const ignore = () => {}

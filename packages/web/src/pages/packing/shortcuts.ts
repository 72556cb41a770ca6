import { useEffect, useRef } from 'react'
import { t } from '#web/i18n/packing.ts'

/*
 * The keyboard shortcuts of the packing station. The scan field has the focus and takes every character, so
 * the shortcuts use the Alt key.
 */

export type Action =
  | 'next'
  | 'tick'
  | 'pack'
  | 'hand_over'
  | 'undo_hand_over'
  | 'slip'
  | 'card'
  | 'label'
  | 'release'
  | 'out_of_stock'
  | 'damaged'
  | 'address'
  | 'sound'
  | 'help'

interface Shortcut {
  action: Action
  /** The code of the physical key. With Alt, some systems type another character. */
  code: string
  key: string
  description: string
}

// biome-ignore format: read down the columns
export const shortcuts: readonly Shortcut[] = [
  { action: 'next',           code: 'KeyN', key: 'N', description: t('Take the next parcel') },
  { action: 'tick',           code: 'KeyT', key: 'T', description: t('Tick one unit of the selected item') },
  { action: 'pack',           code: 'KeyP', key: 'P', description: t('Packed') },
  { action: 'hand_over',      code: 'KeyH', key: 'H', description: t('Hand over to the carrier') },
  { action: 'undo_hand_over', code: 'KeyU', key: 'U', description: t('Take back the last hand-over') },
  { action: 'slip',           code: 'KeyS', key: 'S', description: t('Print the packing slip') },
  { action: 'card',           code: 'KeyC', key: 'C', description: t('Print the card') },
  { action: 'label',          code: 'KeyL', key: 'L', description: t('Print the label, or choose its rate') },
  { action: 'release',        code: 'KeyR', key: 'R', description: t('Release the parcel') },
  { action: 'out_of_stock',   code: 'KeyO', key: 'O', description: t('The selected item is out of stock') },
  { action: 'damaged',        code: 'KeyD', key: 'D', description: t('The selected item is damaged') },
  { action: 'address',        code: 'KeyA', key: 'A', description: t('The address cannot be used') },
  { action: 'sound',          code: 'KeyM', key: 'M', description: t('Sound on or off') },
  { action: 'help',           code: 'KeyK', key: 'K', description: t('Show the keys') },
]

export const keyOf = (action: Action): string =>
  shortcuts.find((each) => each.action === action)?.key ?? ''

export const isMac = /Mac|iPad|iPhone/.test(navigator.userAgent)
/** The name of the Alt key on the keyboard. */
export const altKey = isMac ? '⌥' : 'Alt'

/** Runs an action when the user presses Alt and a letter, but not while a dialog is open. */
export function useShortcuts(run: (action: Action) => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      const shortcut = shortcuts.find(({ code }) => code === event.code)
      if (shortcut === undefined) return
      event.preventDefault()
      if (document.querySelector('[role="dialog"]') === null) latest.current(shortcut.action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

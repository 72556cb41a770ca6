import { Group, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/packing.ts'
import { CameraScanner } from './camera-scanner.tsx'

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>
  onScan: (code: string) => void
  /** Runs when the user presses Enter in the empty field. */
  onNext: () => void
  /** Runs when the user presses the space bar in the empty field. */
  onTick: () => void
  /** Runs when the user presses an arrow key in the empty field. The step is 1 for down and -1 for up. */
  onMove: (step: 1 | -1) => void
}

/**
 * The time in milliseconds in which a second Enter is ignored. Some scanners end a code with two line breaks.
 */
const repeatedEnterMs = 250

/** A text field for a keyboard scanner. The scanner types a code and presses Enter. */
export function ScanField({ field, onScan, onNext, onTick, onMove }: ScanFieldProps) {
  const [text, setText] = useState('')
  const scannedAt = useRef(0)
  useFocusOnTyping(field)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const code = text.trim()
    if (event.key === 'Enter') {
      event.preventDefault()
      setText('')
      if (code === '')
        return event.timeStamp - scannedAt.current < repeatedEnterMs ? undefined : onNext()
      scannedAt.current = event.timeStamp
      return onScan(code)
    }
    if (text !== '') return
    if (event.key === ' ') onTick()
    else if (event.key === 'ArrowDown') onMove(1)
    else if (event.key === 'ArrowUp') onMove(-1)
    else return
    event.preventDefault()
  }
  return (
    <Group gap="sm" wrap="nowrap" align="flex-end">
      <TextInput
        ref={field}
        size="lg"
        label={t('Scan a parcel or an item')}
        description={t('Parcel barcode or SKU')}
        leftSection={<IconBarcode size={24} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={300}
        data-autofocus
        style={{ flex: 1 }}
      />
      <CameraScanner onScan={onScan} />
    </Group>
  )
}

/**
 * Focuses the field when it appears, and when the user presses a key outside of it. So no scan is lost, and
 * the shortcuts of the web app do not react to the characters from a scanner.
 */
function useFocusOnTyping(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isField(target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const isStep = stepKeys.has(key)
      if ((!isStep && key.length > 1) || (isStep && isControl(target))) return
      event.stopImmediatePropagation()
      field.current?.focus()
      if (!isStep) return
      event.preventDefault()
      field.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [field])
}

/** The keys that do something in the empty field. */
const stepKeys: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

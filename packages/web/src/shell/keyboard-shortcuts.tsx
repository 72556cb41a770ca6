import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { useMe } from '#web/session.ts'
import { getNavigationItems } from './navigation.ts'
import { whenIdle } from './when-idle.ts'

/** Loads the code of the dialog with the keyboard shortcuts. */
export const preloadShortcutsDialog = () => import('./shortcuts-dialog.tsx')

const ShortcutsDialog = lazyPart(() => preloadShortcutsDialog().then((m) => m.ShortcutsDialog))

const openEvents = new EventTarget()
export const openKeyboardShortcuts = () => openEvents.dispatchEvent(new Event('show'))

interface Target {
  path: string
  keys?: string
}
const ignore = () => {} // ignores the failure, because the keys of pages work without a connection

const sequenceTimeoutMs = 900 // the maximum time in milliseconds between the two keys of a sequence

/** Keyboard shortcuts with a single key. Users can turn them off (WCAG 2.1.4). */
export function KeyboardShortcuts() {
  /** Whether the dialog is open. Undefined before the user opens it for the first time. */
  const [isOpen, setOpen] = useState<boolean>()
  const [isEnabled, setEnabled] = useLocalStorage({ key: 'bestow.single_keys', defaultValue: true })
  const navigate = useNavigate()
  const me = useMe()
  useEffect(() => {
    const show = () => setOpen(true)
    openEvents.addEventListener('show', show)
    return () => openEvents.removeEventListener('show', show)
  }, [])
  useEffect(() => {
    document.addEventListener('keydown', pressPrimary)
    return () => document.removeEventListener('keydown', pressPrimary)
  }, [])
  useEffect(() => {
    if (!isEnabled) return
    let previousKey = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    let targets: readonly Target[] = getNavigationItems(me)
    // The quick actions load after the page, because they contain many texts and search words.
    whenIdle(() => {
      import('./quick-actions.ts').then(({ getQuickActions }) => {
        targets = [...targets, ...getQuickActions(me)]
      }, ignore)
    })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return setOpen(true)
      if (event.key === '/') return focusFilter(event)
      if (previousKey === '' && pressButton(`[data-shortcut="${CSS.escape(event.key)}"]`)) return
      const sequence = `${previousKey} ${event.key}`.trim()
      clearTimeout(timer)
      previousKey = event.key
      timer = setTimeout(() => {
        previousKey = ''
      }, sequenceTimeoutMs)
      const target = targets.find(({ keys }) => keys === sequence)
      if (target !== undefined) void navigate({ to: target.path })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isEnabled, navigate, me])
  return isOpen === undefined ? null : (
    <Suspense fallback={null}>
      <ShortcutsDialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        isEnabled={isEnabled}
        setEnabled={setEnabled}
      />
    </Suspense>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function focusFilter(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLElement>('[data-filter]')
  if (field === null) return
  event.preventDefault()
  field.focus()
}

/**
 * Presses the main button of a long form, such as 'Review' or 'Send 3 gifts', when the user presses Ctrl
 * Enter. This also works in a field.
 */
function pressPrimary(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  if (pressButton('[data-primary]')) event.preventDefault()
}

/** Presses a button of the page. Returns false if the page has no such button, or if a dialog covers it. */
function pressButton(selector: string): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return false
  const button = document.querySelector<HTMLButtonElement>(`#main button${selector}:not(:disabled)`)
  button?.click()
  return button !== null
}

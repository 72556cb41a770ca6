import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '#web/session.ts'
import { getNavigationItems } from './navigation.ts'
import { getQuickActions } from './quick-actions.ts'

const openEvents = new EventTarget()
export const openKeyboardShortcuts = () => openEvents.dispatchEvent(new Event('show'))

const sequenceTimeoutMs = 900 // maximum milliseconds between the two keys of a sequence

/** Single-key shortcuts, which users can turn off (WCAG 2.1.4). */
export function KeyboardShortcuts() {
  const [isOpen, setOpen] = useState(false)
  const [isEnabled, setEnabled] = useLocalStorage({ key: 'bestow.single_keys', defaultValue: true })
  const navigate = useNavigate()
  const me = useMe()
  const { role } = me
  useEffect(() => {
    const show = () => setOpen(true)
    openEvents.addEventListener('show', show)
    return () => openEvents.removeEventListener('show', show)
  }, [])
  useEffect(() => {
    if (!isEnabled) return
    let previousKey = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const targets = [...getNavigationItems(me), ...getQuickActions(role)]
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return setOpen(true)
      if (event.key === '/') return focusFilter(event)
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
  }, [isEnabled, navigate, me, role])
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="md">
      <Stack gap="xs">
        <ShortcutRow keys={['Ctrl', 'K']} description="Search and commands" />
        <ShortcutRow keys={['?']} description="Show shortcuts" />
        <ShortcutRow keys={['/']} description="Filter the list" />
        <ShortcutRow keys={['j', 'k']} description="Next and previous row" />
        <ShortcutRow keys={['x']} description="Select the row" />
        <ShortcutRow keys={['Space']} description="Preview the row" />
        {getQuickActions(role).map(({ label, keys }) =>
          keys === undefined ? null : (
            <ShortcutRow key={label} keys={keys.split(' ')} description={label} />
          ),
        )}
        {getNavigationItems(me).map(({ label, keys }) =>
          keys === undefined ? null : (
            <ShortcutRow key={label} keys={keys.split(' ')} description={label} />
          ),
        )}
        <Switch
          mt="sm"
          label="Single-key shortcuts"
          description="Ctrl K always works."
          checked={isEnabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

function ShortcutRow({ keys, description }: { keys: string[]; description: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{description}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Group>
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

import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '#web/session.ts'
import { actionsFor } from './actions.ts'
import { placesFor } from './navigation.ts'

const opening = new EventTarget()
export const showKeys = () => opening.dispatchEvent(new Event('show'))

const pause = 900 // milliseconds between the two keys of a pair

/** One key at a time, for those who like that; whoever dictates or trembles can switch it off (WCAG 2.1.4). */
export function Keys() {
  const [isOpen, setOpen] = useState(false)
  const [areOn, setOn] = useLocalStorage({ key: 'bestow.single_keys', defaultValue: true })
  const navigate = useNavigate()
  const { role } = useMe()
  useEffect(() => {
    const show = () => setOpen(true)
    opening.addEventListener('show', show)
    return () => opening.removeEventListener('show', show)
  }, [])
  useEffect(() => {
    if (!areOn) return
    let before = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const places = [...placesFor(role), ...actionsFor(role)]
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return setOpen(true)
      if (event.key === '/') return focusFilter(event)
      const pair = `${before} ${event.key}`.trim()
      clearTimeout(timer)
      before = event.key
      timer = setTimeout(() => {
        before = ''
      }, pause)
      const place = places.find(({ keys }) => keys === pair)
      if (place !== undefined) void navigate({ to: place.path })
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [areOn, navigate, role])
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keyboard" size="md">
      <Stack gap="xs">
        <Row keys={['Ctrl', 'K']} does="Search and commands" />
        <Row keys={['?']} does="This sheet" />
        <Row keys={['/']} does="Filter the list" />
        <Row keys={['j', 'k']} does="Next and previous row" />
        <Row keys={['x']} does="Select the row" />
        {actionsFor(role).map(({ label, keys }) =>
          keys === undefined ? null : <Row key={label} keys={keys.split(' ')} does={label} />,
        )}
        {placesFor(role).map(({ label, keys }) =>
          keys === undefined ? null : <Row key={label} keys={keys.split(' ')} does={label} />,
        )}
        <Switch
          mt="sm"
          label="Single keys"
          description="Ctrl K works in any case."
          checked={areOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

function Row({ keys, does }: { keys: string[]; does: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{does}</Text>
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

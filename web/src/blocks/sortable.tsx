import './sortable.css'
import { VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

interface SortableProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  render: (item: Item) => ReactNode
  change: (items: Item[]) => void
  /** More about a row, for the style sheet. */
  marks?: (item: Item) => Record<string, unknown>
}

/**
 * A list that is put in order: by dragging a row at its handle, with a mouse or a finger, or by
 * keyboard: Space lifts it, the arrow keys move it, Space puts it down, Escape puts it back.
 */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, keyOf, nameOf, render, change, marks } = props
  const list = useRef<HTMLUListElement>(null)
  const [lifted, setLifted] = useState<{ key: string; before: readonly Item[] }>()
  const [said, say] = useState('')
  const place = (key: string) => items.findIndex((item) => keyOf(item) === key)
  const where = (at: number) => `place ${at + 1} of ${items.length}`

  const move = (key: string, to: number) => {
    const from = place(key)
    if (to < 0 || to >= items.length || to === from) return
    const item = items[from]
    if (item === undefined) return
    change(items.toSpliced(from, 1).toSpliced(to, 0, item))
    say(`${nameOf(item)}, ${where(to)}`)
  }

  const pressed = (item: Item, event: KeyboardEvent) => {
    const key = keyOf(item)
    const at = place(key)
    if (event.key === ' ' || event.key === 'Enter') {
      setLifted(lifted ? undefined : { key, before: items })
      say(`${nameOf(item)} ${lifted ? 'put down' : 'lifted'}, ${where(at)}`)
    } else if (event.key === 'Escape' && lifted) {
      change([...lifted.before])
      setLifted(undefined)
      say('Put back')
    } else if (lifted && (event.key === 'ArrowUp' || event.key === 'ArrowLeft')) move(key, at - 1)
    else if (lifted && (event.key === 'ArrowDown' || event.key === 'ArrowRight')) move(key, at + 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const dragged = (item: Item, event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const rows = [...(list.current?.children ?? [])]
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return event.clientY >= top && event.clientY <= bottom
    })
    if (to >= 0) move(keyOf(item), to)
  }

  return (
    <>
      <ul className="sortable" aria-label={label} ref={list}>
        {items.map((item) => {
          const key = keyOf(item)
          const isLifted = lifted?.key === key
          return (
            <li key={key} {...(isLifted && { 'data-lifted': true })} {...marks?.(item)}>
              <button
                type="button"
                className="grip"
                aria-label={`Move ${nameOf(item)}`}
                aria-pressed={isLifted}
                onKeyDown={(event) => pressed(item, event)}
                onBlur={() => setLifted(undefined)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setLifted({ key, before: items })
                }}
                onPointerMove={(event) => dragged(item, event)}
                onPointerUp={() => setLifted(undefined)}
              >
                <IconGripVertical size={18} aria-hidden />
              </button>
              {render(item)}
            </li>
          )
        })}
      </ul>
      <VisuallyHidden aria-live="assertive">{said}</VisuallyHidden>
    </>
  )
}

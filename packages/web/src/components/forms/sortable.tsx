import { t } from '#web/i18n/common.ts'
import './sortable.css'
import { VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

interface SortableProps<Item> {
  label: string
  items: readonly Item[]
  getKey: (item: Item) => string
  getLabel: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  onChange: (items: Item[]) => void
  /** Returns attributes of the row for the style sheet. */
  getAttributes?: (item: Item) => Record<string, unknown>
}

/**
 * A sortable list. The user drags a row by its handle with mouse or touch, or moves the row by keyboard.
 * Space lifts a row, the arrow keys move it, Space drops it, and Escape cancels.
 */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, getKey, getLabel, renderItem, onChange, getAttributes } = props
  const list = useRef<HTMLUListElement>(null)
  const [lifted, setLifted] = useState<{ key: string; originalItems: readonly Item[] }>()
  const [announcement, setAnnouncement] = useState('')
  const findIndexOf = (key: string) => items.findIndex((item) => getKey(item) === key)
  const describePosition = (at: number) =>
    t('position {position} of {count}', { position: at + 1, count: items.length })

  const move = (key: string, to: number) => {
    const from = findIndexOf(key)
    if (to < 0 || to >= items.length || to === from) return
    const item = items[from]
    if (item === undefined) return
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
    setAnnouncement(`${getLabel(item)}, ${describePosition(to)}`)
  }

  const handleKeyDown = (item: Item, event: KeyboardEvent) => {
    const key = getKey(item)
    const at = findIndexOf(key)
    if (event.key === ' ' || event.key === 'Enter') {
      setLifted(lifted ? undefined : { key, originalItems: items })
      setAnnouncement(
        lifted
          ? t('{item} dropped, {position}', {
              item: getLabel(item),
              position: describePosition(at),
            })
          : t('{item} lifted, {position}', {
              item: getLabel(item),
              position: describePosition(at),
            }),
      )
    } else if (event.key === 'Escape' && lifted) {
      onChange([...lifted.originalItems])
      setLifted(undefined)
      setAnnouncement(t('Cancelled'))
    } else if (lifted && (event.key === 'ArrowUp' || event.key === 'ArrowLeft')) move(key, at - 1)
    else if (lifted && (event.key === 'ArrowDown' || event.key === 'ArrowRight')) move(key, at + 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const handlePointerMove = (item: Item, event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const rows = [...(list.current?.children ?? [])]
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return event.clientY >= top && event.clientY <= bottom
    })
    if (to >= 0) move(getKey(item), to)
  }

  return (
    <>
      <ul className="sortable" aria-label={label} ref={list}>
        {items.map((item) => {
          const key = getKey(item)
          const isLifted = lifted?.key === key
          return (
            <li key={key} {...(isLifted && { 'data-lifted': true })} {...getAttributes?.(item)}>
              <button
                type="button"
                className="grip"
                aria-label={t('Move {item}', { item: getLabel(item) })}
                aria-pressed={isLifted}
                onKeyDown={(event) => handleKeyDown(item, event)}
                onBlur={() => setLifted(undefined)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setLifted({ key, originalItems: items })
                }}
                onPointerMove={(event) => handlePointerMove(item, event)}
                onPointerUp={() => setLifted(undefined)}
              >
                <IconGripVertical size={18} aria-hidden />
              </button>
              {renderItem(item)}
            </li>
          )
        })}
      </ul>
      <VisuallyHidden aria-live="assertive">{announcement}</VisuallyHidden>
    </>
  )
}

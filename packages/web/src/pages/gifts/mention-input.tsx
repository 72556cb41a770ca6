import { Combobox, Textarea, useCombobox, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { t } from '#web/i18n/gifts.ts'
import { findTyped, type Mentionable, suggest } from './mentions.ts'

interface MentionInputProps {
  label: string
  text: string
  setText: (text: string) => void
  members: readonly Mentionable[]
}

/** A field for a text in which @ completes the names of members, with the keyboard or with the pointer. */
export function MentionInput({ label, text, setText, members }: MentionInputProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const typed = findTyped(text.slice(0, caret))
  const options = typed === undefined ? [] : suggest(typed, members)
  const moveTo = (at: number) => {
    setCaret(at)
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex()
  }
  const complete = (name: string) => {
    const start = caret - (typed?.length ?? 0)
    const after = text.slice(caret).replace(/^ /, '')
    setText(`${text.slice(0, start)}${name} ${after}`)
    const end = start + name.length + 1
    combobox.closeDropdown()
    setCaret(end)
    // The caret moves after React has written the new text.
    requestAnimationFrame(() => field.current?.setSelectionRange(end, end))
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={complete}
      position="bottom-start"
      width={280}
      withinPortal={false}
    >
      {/* A text of several lines cannot have the role of a combobox, so a status names the options. */}
      <Combobox.Target withAriaAttributes={false}>
        <Textarea
          ref={field}
          aria-label={label}
          aria-autocomplete="list"
          placeholder={t('Such as what the carrier said')}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            moveTo(currentTarget.selectionStart)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">{options.map(({ name }) => name).join(', ')}</VisuallyHidden>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label={t('People')}>
          {options.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

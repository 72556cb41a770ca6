import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyCatalogue } from '#web/blocks/empty-catalogue.tsx'
import { Sortable } from '#web/blocks/sortable.tsx'
import { pathOf } from '#web/screens/gifts/items.tsx'
import type { Offered } from './campaign.ts'
import { type Choices, type Draft, nameOf } from './draft.ts'
import type { DraftForm } from './editor.tsx'

const most = 50

interface Row {
  id: string
  name: string
  picture: string | undefined
  about: string
  isOff: boolean
}

/** What is put in front of people: picked from the catalogue, put in order by dragging or by keyboard. */
export function OfferingBuilder({
  form,
  choices,
  known,
}: {
  form: DraftForm
  choices: Choices
  known: readonly Offered[]
}) {
  const { variant_ids } = form.values
  const rows = variant_ids.flatMap((id) => rowOf(id, choices, known))
  const set = (ids: string[]) => {
    form.setFieldValue('variant_ids', ids)
    form.clearFieldError('variant_ids')
  }
  return (
    <Stack>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet. Pick something below.
        </Text>
      ) : (
        <Sortable<Row>
          label="What is offered"
          items={rows}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          change={(next) => set(next.map(({ id }) => id))}
          marks={({ isOff }) => (isOff ? { 'data-off': true } : {})}
          render={(row) => (
            <>
              <img className="tiny" src={pathOf(row.picture)} alt="" />
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text size="sm">{row.name}</Text>
                <Text size="xs" c="dimmed">
                  {row.about}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${row.name}`}
                onClick={() => set(variant_ids.filter((id) => id !== row.id))}
              >
                <IconX size={16} />
              </ActionIcon>
            </>
          )}
        />
      )}
      {form.errors.variant_ids !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.variant_ids}
        </Text>
      )}
      <Picker
        draft={form.values}
        choices={choices}
        pick={(id) => set([...variant_ids, id])}
        isFull={variant_ids.length >= most}
      />
    </Stack>
  )
}

function rowOf(id: string, choices: Choices, known: readonly Offered[]): Row[] {
  const item = choices.items.find(({ variant_id }) => variant_id === id)
  if (item !== undefined)
    return [
      {
        id,
        name: nameOf(item),
        picture: item.images[0]?.urls.thumbnail,
        about:
          item.kind === 'digital'
            ? 'Digital'
            : item.available === 0
              ? '0 in stock in every warehouse'
              : `${item.available.toLocaleString('en')} in stock`,
        isOff: item.kind === 'physical' && item.available === 0,
      },
    ]
  const was = known.find(({ variant_id }) => variant_id === id)
  return was === undefined
    ? []
    : [
        {
          id,
          name: was.name,
          picture: was.images[0]?.urls.thumbnail,
          about: 'Archived: no longer offered to new recipients',
          isOff: true,
        },
      ]
}

const shown = 8

function Picker({
  draft,
  choices,
  pick,
  isFull,
}: {
  draft: Draft
  choices: Choices
  pick: (id: string) => void
  isFull: boolean
}) {
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = choices.items.filter(
    (item) =>
      !draft.variant_ids.includes(item.variant_id) &&
      words.every((word) => nameOf(item).toLowerCase().includes(word)),
  )
  const some = isWhole ? found : found.slice(0, shown)
  return (
    <Stack gap="xs">
      <TextInput
        label="Add from the catalogue"
        placeholder="Find"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Group gap={6}>
        {some.map((item) => (
          <Button
            key={item.variant_id}
            size="compact-sm"
            variant="default"
            disabled={isFull}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => pick(item.variant_id)}
            aria-label={`Add ${nameOf(item)}`}
          >
            {nameOf(item)}
          </Button>
        ))}
        {found.length > some.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
            {found.length - some.length} more
          </Button>
        )}
        {found.length === 0 &&
          (choices.items.length === 0 ? (
            <EmptyCatalogue />
          ) : (
            <Text size="sm" c="dimmed">
              {text === '' ? 'No other items.' : 'No items match.'}
            </Text>
          ))}
      </Group>
    </Stack>
  )
}

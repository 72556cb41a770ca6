import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Listed } from '#web/api.ts'
import { useFilters } from '#web/blocks/filters.ts'
import { toastError, toastUndo } from '#web/blocks/toast.tsx'

interface View {
  id: string
  name: string
  query: string
}

const key = ['gift-views']
const path = '/gift-requests/views'

/** The same filters in one order, so that two can be compared. */
const written = (filters: Readonly<Record<string, string>>) =>
  new URLSearchParams(
    Object.entries(filters).toSorted(([one], [other]) => one.localeCompare(other)),
  ).toString()

/** Filters under a name: one that we know of, and those that somebody saved for themselves. */
export function Views() {
  const { filters } = useFilters()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({ queryKey: key, queryFn: () => api.get<Listed<View>>(path) })
  const reload = () => client.invalidateQueries({ queryKey: key })
  const views = data?.data ?? []
  const now = written(filters)
  const open = (query: string) =>
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(query)) })
  const remove = useMutation({
    mutationFn: ({ id }: View) => api.delete(`${path}/${id}`),
    onSuccess: (_, { name, query }) => {
      void reload()
      toastUndo(`The view ${name} is gone.`, () => {
        void api.post(path, { name, query }).then(reload, toastError)
      })
    },
    onError: toastError,
  })
  return (
    <Group gap={6} role="group" aria-label="Views">
      <Chip name="Stuck" isOn={now === 'stalled=true'} open={() => open('stalled=true')} />
      {views.map((view) => (
        <Button.Group key={view.id}>
          <Chip name={view.name} isOn={now === view.query} open={() => open(view.query)} />
          <Button
            size="compact-sm"
            variant="default"
            px={5}
            aria-label={`Remove the view ${view.name}`}
            onClick={() => remove.mutate(view)}
          >
            <IconX size={13} aria-hidden />
          </Button>
        </Button.Group>
      ))}
      {now !== '' && now !== 'stalled=true' && !views.some(({ query }) => query === now) && (
        <Save query={now} onDone={reload} />
      )}
    </Group>
  )
}

const Chip = ({ name, isOn, open }: { name: string; isOn: boolean; open: () => void }) => (
  <Button size="compact-sm" variant={isOn ? 'light' : 'default'} aria-pressed={isOn} onClick={open}>
    {name}
  </Button>
)

function Save({ query, onDone }: { query: string; onDone: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () => api.post(path, { name: name.trim(), query }),
    onSuccess: async () => {
      setOpen(false)
      await onDone()
    },
    onError: toastError,
  })
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start" withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Save this view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') save.mutate()
          }}
        >
          <Stack gap="xs">
            <TextInput
              label="Name of the view"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" size="xs" loading={save.isPending}>
              Save
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
